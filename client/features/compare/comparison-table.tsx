import type { ReactNode } from 'react';
import { signedPercentText } from '../../../shared/sentences/comparison-verdict.ts';
import {
  comparedStatistics,
  figuresOf,
  figureText,
  mainFigures,
  type StatisticKey,
} from '../../../shared/statistics/catalogue.ts';
import { formatReais, formatSignedReais } from '../../../shared/words/format.ts';
import { isIncomplete } from '../../../shared/statistics/completeness.ts';
import { heapedAt } from '../../../shared/statistics/heaping.ts';
import { suppressionSentences } from '../../../shared/statistics/suppression.ts';
import {
  differenceDoubt,
  type MedianDifference,
} from '../../../shared/statistics/selection-comparison.ts';
import { screenTheme } from '../../components/charts/chart-theme.ts';
import { SeriesMark } from '../../components/charts/series.tsx';
import { ExplainedBadge } from '../../components/explained-badge.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import type { Compared } from './compare-button.tsx';

/** The selections side by side, one column each at every width; the median and its difference are the first rows. */
export function ComparisonTable({ compared }: { compared: readonly Compared[] }) {
  return (
    <ScrollRegion
      label="Tabela da comparação"
      className="@container overflow-x-auto max-sm:-mx-3 print:overflow-visible"
    >
      <table className="w-full border-collapse text-fine tabular-nums sm:text-dense">
        <caption className="sr-only">Salários de cada seleção, em R$ por mês</caption>
        <thead>
          <tr className="border-b border-control">
            <th scope="col" className={sticky}>
              <span className="sr-only">Medida</span>
            </th>
            {compared.map((one) => (
              <th
                key={one.letter}
                scope="col"
                // Equal columns in four fifths of the width; the names of the figures take the rest.
                style={{ width: `${80 / Math.max(compared.length, 2)}%` }}
                className="px-1 py-2 text-right align-bottom sm:px-2 font-normal"
              >
                <span className="inline-flex justify-end text-left">
                  <SelectionTitle {...one} nameClass="@max-xl:sr-only" />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {measuresOf(compared).map(({ label, cell }) => (
            <tr key={label} className="border-b border-line last:border-0">
              <th scope="row" className={sticky}>
                {label}
              </th>
              {compared.map((one) => (
                <td key={one.letter} className="px-1 py-2 text-right align-top sm:px-2">
                  {cell(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The row headers stay in view while the columns scroll. */
const sticky =
  'sticky left-0 max-w-28 min-w-14 bg-surface py-2 pr-1 text-left align-top font-normal text-muted';

type Measure = { label: string; cell: (one: Compared) => ReactNode };

const measuresOf = ([first, ...others]: readonly Compared[]): readonly Measure[] => [
  ...comparedStatistics.filter(({ key }) => key === 'median').map(measureOf),
  ...(first && others.length > 0
    ? [
        {
          label: `Diferença para ${first.letter}`,
          cell: (one: Compared) => <Difference compared={one} first={first} />,
        },
      ]
    : []),
  ...comparedStatistics.filter(isAlone).map(measureOf),
  {
    label: 'Intervalo de 95\u00a0% da mediana',
    cell: ({ figures: { statistics } }) => <Interval statistics={statistics} />,
  },
  { label: 'Qualidade', cell: (one) => <Quality compared={one} /> },
];

function measureOf({ key, label }: { key: StatisticKey; label: string }): Measure {
  return { label, cell: (one) => <Amount of={one} statistic={key} /> };
}

/** Whether a statistic has a separate row. The median has the first row, and the bounds of its interval share one. */
function isAlone({ key }: { key: StatisticKey }): boolean {
  return key !== 'median' && key !== 'medianLower' && key !== 'medianUpper';
}

function Amount({ of: { figures }, statistic }: { of: Compared; statistic: StatisticKey }) {
  const figure = figuresOf(figures.statistics).find(({ key }) => key === statistic);
  return (
    <span className={mainFigures.includes(statistic) ? 'font-semibold' : ''}>
      {figure && figureText(figure)}
    </span>
  );
}

function Quality({ compared: { letter, figures } }: { compared: Compared }) {
  const { level, label, reasons } = figures.quality;
  return (
    <ExplainedBadge
      level={level}
      text={label}
      subject={`qualidade de ${letter}`}
      explanation={reasons.join(' ')}
    />
  );
}

export function SelectionTitle({
  place,
  letter,
  name,
  nameClass,
}: Pick<Compared, 'place' | 'letter' | 'name'> & { nameClass?: string }) {
  return (
    <span className="flex items-baseline gap-2">
      <svg aria-hidden width={12} height={12} className="shrink-0 translate-y-px">
        <SeriesMark index={place} x={6} y={6} theme={screenTheme} />
      </svg>
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{letter}</span> <span className={nameClass}>{name}</span>
      </span>
    </span>
  );
}

function Interval({ statistics }: { statistics: Compared['figures']['statistics'] }) {
  const { medianInterval: interval } = statistics;
  if (interval === null) return '—';
  if (heapedAt(statistics) !== null) return 'sem intervalo: salários repetidos';
  return (
    <>
      {formatReais(interval.lower)} a&nbsp;{formatReais(interval.upper)}
    </>
  );
}

function Difference({ compared, first }: { compared: Compared; first: Compared }) {
  if (compared.letter === first.letter) return <span className="text-muted">referência</span>;
  const { difference } = compared.figures;
  if (difference === null) {
    return <span className="text-muted">{whyNoDifference([compared, first])}</span>;
  }
  return (
    <>
      <span className="font-medium">{formatSignedReais(difference.reais)}</span>
      {difference.percent !== null && <> ({signedPercentText(difference.percent)})</>}
      <span className="block text-muted">{intervalText(difference)}</span>
    </>
  );
}

function whyNoDifference(pair: readonly Compared[]): string {
  if (pair.some(({ answer }) => isIncomplete(answer.method.completeness)))
    return 'sem comparação: dados incompletos';
  const [reason = 'poucos_registros'] = pair.flatMap(({ answer }) => answer.suppressed ?? []);
  return reason === 'quase_iguais'
    ? 'sem comparação: quase os mesmos registros'
    : `Sem comparação. ${suppressionSentences[reason]}`;
}

function intervalText(difference: MedianDifference): string {
  const { interval } = difference;
  const range =
    interval &&
    `95\u00a0%: ${formatSignedReais(interval.lower)} a\u00a0${formatSignedReais(interval.upper)}`;
  return [range, differenceDoubt(difference)].filter((text) => text !== null).join('; ');
}
