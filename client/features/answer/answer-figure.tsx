import { memo, useMemo, type ReactNode, useId, useState } from 'react';
import { edgeNotes, smallNotes } from '../../../shared/statistics/catalogue.ts';
import { minForStatistics } from '../../../shared/statistics/design-effect.ts';
import { suppressionSentences } from '../../../shared/statistics/suppression.ts';
import {
  formatCentavos,
  formatCounted,
  formatMonth,
  formatReais,
  formatAmount,
  invalidReais,
  maybeReais,
} from '../../../shared/words/format.ts';
import { periodText } from '../../../shared/filters/data.ts';
import type { AnswerHead } from '../../../shared/contracts/search.ts';
import { ChartCanvas } from '../../components/charts/chart-canvas.tsx';
import { TextButton } from '../../components/button.tsx';
import { UnitInput } from '../../components/unit-input.tsx';
import { drawPayBand, payBandOf, showsMinimumWage, type PayBand } from './pay-band.tsx';

/** What the records of each movement are called, singular and plural. */
export const movementNouns: Readonly<
  Record<AnswerHead['method']['movement'], readonly [string, string]>
> = {
  admissao: ['contratação', 'contratações'],
  desligamento: ['desligamento', 'desligamentos'],
  todas: ['movimentação', 'movimentações'],
};

/** The answer: the median, the band around it, its quality, and the position of a given salary. */
export function AnswerFigure({
  answer: { statistics, method },
  quality,
  salary,
  position = '',
  onSalary,
  onMethod,
  children,
}: {
  answer: Pick<AnswerHead, 'statistics' | 'method'>;
  quality: ReactNode;
  /** The user's own salary, in centavos. */
  salary?: number | undefined;
  /** The position of that salary among the records, in words. */
  position?: string;
  /** Undefined if the user cannot enter a salary. */
  onSalary?: (centavos: number | undefined) => void;
  /** Undefined where the method is not shown. */
  onMethod: (() => void) | undefined;
  /** Shown below the number. */
  children?: ReactNode;
}) {
  const { count } = statistics;
  const band = useMemo(
    () => payBandOf({ statistics, method }, salary ?? null),
    [statistics, method, salary],
  );
  const draw = useMemo(() => band && drawPayBand(band), [band]);
  const small = smallNotes(statistics, method.designEffect);
  const hasFigures = count >= minForStatistics && band !== null && draw !== null;
  return (
    <>
      <div className="@container flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        {hasFigures && <Median median={band.median} />}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-dense tabular-nums">
          <span className="flex flex-wrap items-center gap-x-2">
            <span>{formatCounted(count, ...movementNouns[method.movement])}</span>
            <Dot />
            {quality}
          </span>
          {/* Where there is little room the line breaks here, so the dot is hidden. */}
          <Dot className="@max-xl:hidden" />
          <span className="flex items-center gap-x-2 @max-xl:basis-full">
            {method.period && (
              <span className="whitespace-nowrap">{periodText(method.period)}</span>
            )}
            {method.period && onMethod && <Dot className="print:hidden" />}
            {onMethod && <TextButton onClick={onMethod}>como foi calculado</TextButton>}
          </span>
        </p>
      </div>
      {children}
      {hasFigures ? (
        <>
          <div className="mt-4">
            <ChartCanvas title="Faixa dos salários" draw={draw} />
            <BandKey band={band} minimumWage={method.minimumWage} />
          </div>
          {onSalary && <OwnSalary salary={salary} position={position} onSalary={onSalary} />}
          {/* The quality badge gives the reasons. */}
          {(small.length > 0 ? small : edgeNotes(statistics)).map((text) => (
            <p key={text} className="mt-3 text-dense">
              {text}
            </p>
          ))}
        </>
      ) : (
        <p className="mt-3">
          {count === 0
            ? 'Nenhum registro com estes filtros.'
            : count < minForStatistics
              ? `Mostramos só a contagem. As estatísticas precisam de ao menos ${minForStatistics} registros: amplie o período, o lugar ou a ocupação.`
              : suppressionSentences.poucos_sensiveis}
        </p>
      )}
    </>
  );
}

export const Median = ({ median, size = 'text-answer' }: { median: number; size?: string }) => (
  <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
    <strong className={`${size} font-semibold tracking-tight wrap-anywhere`}>
      {formatReais(median)}
    </strong>
    <span className="text-muted">metade ganha até este valor por mês</span>
  </p>
);

const Dot = ({ className = '' }: { className?: string }) => (
  <span aria-hidden className={`text-muted ${className}`}>
    ·
  </span>
);

/** The legend of the band's marks, with their amounts. */
function BandKey({
  band,
  minimumWage,
}: {
  band: PayBand;
  minimumWage: AnswerHead['method']['minimumWage'];
}) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-0.5 text-dense text-muted tabular-nums">
      <Key swatch={<span className="h-3 w-4 rounded-[2px] bg-bar-strong" />}>
        metade central: <span className="text-ink">{range(band.p25, band.p75)}</span>
      </Key>
      <Key swatch={<span className="h-1 w-4 rounded-full bg-bar" />}>
        8 de cada 10: <span className="text-ink">{range(band.p10, band.p90)}</span>
      </Key>
      {minimumWage !== null && showsMinimumWage(band) && (
        <Key swatch={<span className="h-3 border-l border-dashed border-ink" />}>
          salário mínimo de {formatMonth(minimumWage.month)}:{' '}
          <span className="text-ink">{formatCentavos(minimumWage.centavos)}</span>
        </Key>
      )}
    </ul>
  );
}

function Key({ swatch, children }: { swatch: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className="flex w-4 justify-center">
        {swatch}
      </span>
      <span>{children}</span>
    </li>
  );
}

const range = (from: number, to: number) => `${formatReais(from)} a ${formatReais(to)}`;

/** A typed salary in reais, also while its centavos are still missing ("1.518,"); undefined for zero and other text. */
function readSalary(text: string): number | undefined {
  const reais = maybeReais(text.trim().replace(/[.,]$/, ''));
  return reais === 0 ? undefined : reais;
}

const isRefusedSalary = (text: string) => text.trim() !== '' && readSalary(text) === undefined;

/** "Seu salário: R$ ___", and its position in words; unchanged while the exact distribution loads. */
const OwnSalary = memo(function OwnSalary({
  salary,
  position,
  onSalary,
}: {
  /** Centavos. */
  salary: number | undefined;
  position: string;
  onSalary: (centavos: number | undefined) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (salary === undefined ? '' : formatAmount(salary));
  const isRefused = isRefusedSalary(shown);
  const handleText = (text: string) => {
    setTyped(text);
    if (isRefusedSalary(text)) return;
    const reais = readSalary(text);
    onSalary(reais === undefined ? undefined : Math.round(reais * 100));
  };
  return (
    <div
      className={`mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 ${salary === undefined ? 'print:hidden' : ''}`}
    >
      <label htmlFor={id} className="font-medium">
        Seu salário
      </label>
      <UnitInput
        id={id}
        unit="R$"
        className="w-36 print:hidden"
        isInvalid={isRefused}
        aria-describedby={`${id}-answer`}
        value={shown}
        onChange={(event) => handleText(event.target.value)}
        // A refused text stays, for the user to correct.
        onBlur={() => !isRefused && setTyped(undefined)}
      />
      {salary !== undefined && (
        <span className="hidden tabular-nums print:inline">{formatReais(salary / 100)}</span>
      )}
      <output id={`${id}-answer`} className="min-w-0 tabular-nums">
        {isRefused ? invalidReais : position}
      </output>
    </div>
  );
});
