import { formatCount, formatDecimal, formatReais } from '../../../shared/words/format.ts';
import {
  comparedStatistics,
  figuresOf,
  figureText,
  mainFigures,
  type StatisticKey,
} from '../../../shared/statistics/catalogue.ts';
import { fewestForStatistics } from '../../../shared/statistics/sample-size.ts';
import type { MedianDifference } from '../../../shared/statistics/selection-comparison.ts';
import { screenTheme } from '../../components/charts/chart-theme.ts';
import { ExplainedBadge } from '../../components/explained-badge.tsx';
import { SeriesMark } from '../../components/charts/series.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import type { Compared } from './compared.ts';

/** All figures of the selections, and each median against the first. */
export function ComparisonTable({ compared }: { compared: readonly Compared[] }) {
  const [first] = compared;
  if (!first) return null;
  return (
    <section
      aria-label="Tabela da comparação"
      className="overflow-x-auto print:overflow-visible"
      // A keyboard can only scroll what it can reach.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <StackingTable
        caption="Salários de cada seleção, em R$ por mês"
        columns={columnsOf(first)}
        rows={compared}
        rowKey={({ letter }) => letter}
      />
    </section>
  );
}

function columnsOf(first: Compared): Column<Compared>[] {
  return [
    {
      header: 'Seleção',
      isRowHeader: true,
      className: '@min-3xl:min-w-40',
      cell: (one) => (
        <>
          <SelectionTitle {...one} />
          <span className="block pl-5 text-muted tabular-nums">
            n = {formatCount(one.figures.statistics.count)}
          </span>
        </>
      ),
    },
    ...comparedStatistics.filter(isColumn).map(({ key, label }) => ({
      header: label,
      align: 'right' as const,
      cell: (one: Compared) => <Amount of={one} statistic={key} />,
    })),
    {
      header: 'Intervalo de 95\u00a0% da mediana',
      align: 'right',
      className: wrapping,
      cell: ({ figures: { statistics } }) => <Interval interval={statistics.medianInterval} />,
    },
    { header: 'Qualidade', cell: (one) => <Quality compared={one} /> },
    {
      header: `Mediana contra ${first.letter}`,
      align: 'right',
      className: `${wrapping} @min-3xl:min-w-28`,
      cell: (one) => <Difference compared={one} first={first} />,
    },
  ];
}

/** Two figures below each other rather than a table wider than its place. */
const wrapping = 'whitespace-normal!';

/** The count stands below the selection's name, and the interval's ends in one column. */
const isColumn = ({ key }: { key: StatisticKey }) =>
  key !== 'count' && key !== 'medianLower' && key !== 'medianUpper';

function Amount({ of: { figures }, statistic }: { of: Compared; statistic: StatisticKey }) {
  const figure = figuresOf(figures.statistics).find(({ key }) => key === statistic);
  return (
    <span className={mainFigures.includes(statistic) ? 'font-semibold' : ''}>
      {figure && figureText(figure)}
    </span>
  );
}

const tones = { alta: 'good', media: 'neutral', baixa: 'warm', insuficiente: 'warm' } as const;

function Quality({ compared: { letter, figures } }: { compared: Compared }) {
  const { level, label, reasons } = figures.quality;
  return (
    <ExplainedBadge
      tone={tones[level]}
      text={label}
      subject={`qualidade de ${letter}`}
      explanation={reasons.join(' ')}
    />
  );
}

/** A selection's mark, letter and name. */
export function SelectionTitle({
  place,
  letter,
  name,
}: Pick<Compared, 'place' | 'letter' | 'name'>) {
  return (
    <span className="flex items-baseline gap-2">
      <svg aria-hidden width={12} height={12} className="shrink-0 translate-y-px">
        <SeriesMark index={place} x={6} y={6} theme={screenTheme} />
      </svg>
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{letter}</span> {name}
      </span>
    </span>
  );
}

function Interval({ interval }: { interval: { lower: number; upper: number } | null }) {
  if (interval === null) return '—';
  return (
    <>
      <span className="whitespace-nowrap">{formatReais(interval.lower)} a</span>{' '}
      <span className="whitespace-nowrap">{formatReais(interval.upper)}</span>
    </>
  );
}

function Difference({ compared, first }: { compared: Compared; first: Compared }) {
  if (compared.letter === first.letter) return <span className="text-muted">é a base</span>;
  const { difference } = compared.figures;
  if (difference === null) {
    return (
      <span className="whitespace-normal text-muted">
        só com {fewestForStatistics} registros ou mais em cada lado
      </span>
    );
  }
  return (
    <>
      <span className="font-medium">{signed(difference.reais, formatReais)}</span>
      {difference.percent !== null && (
        <span className="whitespace-nowrap"> ({signed(difference.percent, percentText)})</span>
      )}
      <span className="block whitespace-normal text-muted">{intervalText(difference)}</span>
    </>
  );
}

const percentText = (percent: number) => `${formatDecimal(Math.round(percent * 10) / 10)}\u00a0%`;

const signed = (value: number, text: (value: number) => string) =>
  value === 0 ? text(0) : `${value > 0 ? '+' : '−'}${text(Math.abs(value))}`;

function intervalText({ interval }: MedianDifference): string {
  if (interval === null) return 'sem intervalo: os registros do meio são todos iguais';
  const told = `95\u00a0%: ${signed(interval.lower, formatReais)} a ${signed(interval.upper, formatReais)}`;
  return interval.lower <= 0 && interval.upper >= 0 ? `${told}; pode ser acaso` : told;
}
