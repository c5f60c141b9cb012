import { formatCentavos, formatWholeReais } from '../../../shared/words/format.ts';
import type { Bands } from '../../../shared/statistics/histogram.ts';
import {
  countAtOrBelow,
  percentile,
  type PreparedDistribution,
} from '../../../shared/statistics/percentile.ts';
import type { Chart } from '../../components/charts/chart.ts';
import { drawSeriesShares } from '../../components/charts/series-shares.tsx';
import type { Compared } from './compare-button.tsx';
import { keyText } from './trend-chart.ts';

type Drawn = Compared & { distribution: PreparedDistribution };

/** The share of each selection up to a salary, on one axis; null where no selection has statistics. */
export function sharesChart(compared: readonly Compared[]): Chart | null {
  const drawn = compared.flatMap((one): Drawn[] => {
    const { distribution } = one.figures;
    return distribution === null || one.figures.statistics.median === null
      ? []
      : [{ ...one, distribution }];
  });
  if (drawn.length === 0) return null;
  const bands = commonBands(drawn);
  const rows = Array.from({ length: bands.count }, (_, index) => {
    const from = bands.from + index * bands.width;
    const to = from + bands.width;
    return { from, to, shares: drawn.map((one) => shareBetween(one.distribution, from, to)) };
  });
  const byPlace = Array.from(
    { length: Math.max(...drawn.map(({ place }) => place)) + 1 },
    (_, place) => drawn.find((one) => one.place === place),
  );
  return {
    title: 'Distribuição dos salários',
    summary: `Uma linha para cada seleção; as mais à direita pagam mais. ${drawn.map(medianText).join(' ')}`,
    legend: `${keyText(drawn)} Altura: percentual dos registros que ganham até cada salário. Onde a linha cruza 50\u00a0% está a mediana.`,
    draw: drawSeriesShares(
      byPlace.map((one) => ({ label: one?.letter ?? '', name: one?.name ?? '' })),
      byPlace.map((one) => one?.distribution ?? null),
    ),
    table: {
      caption: 'Percentual de registros por faixa de salário',
      columns: [
        { header: 'Faixa de salário', format: 'text' },
        ...drawn.map(({ letter }) => ({ header: letter, format: 'share' as const })),
      ],
      rows: [
        ['Abaixo', ...drawn.map((one) => shareBetween(one.distribution, 0, bands.from))],
        ...rows.map(({ from, to, shares }) => [rangeText(from, to), ...shares]),
        [
          `A partir de ${formatCentavos(bands.from + bands.count * bands.width)}`,
          ...drawn.map((one) =>
            shareBetween(one.distribution, bands.from + bands.count * bands.width, Infinity),
          ),
        ],
      ],
    },
  };
}

const rangeText = (from: number, to: number) =>
  `${formatWholeReais(from / 100)} a menos de ${formatWholeReais(to / 100)}`;

const medianText = ({ letter, distribution }: Drawn) =>
  `${letter}: mediana ${formatCentavos(percentile(distribution, 5000) ?? 0)}.`;

function shareBetween(distribution: PreparedDistribution, from: number, to: number): number {
  const upTo = (centavos: number) => countAtOrBelow(distribution, centavos - 1);
  return (upTo(to) - upTo(from)) / distribution.count;
}

const wantedBands = 32;
const roundWidths = [25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000];

/**
 * Round bands over nearly all records of every selection: P1 to P99, cut short where extremes would compress the rest.
 */
function commonBands(drawn: readonly Drawn[]): Bands {
  const at = ({ distribution }: Drawn, tenThousandths: number) =>
    percentile(distribution, tenThousandths) ?? 0;
  const low = Math.min(...drawn.map((one) => at(one, 100)));
  const high = Math.max(
    ...drawn.map((one) => Math.min(at(one, 9900), at(one, 7500) + 6 * spreadOf(at, one))),
  );
  const wanted = (high - low) / wantedBands / 100;
  const width = (roundWidths.find((reais) => reais >= wanted) ?? 10_000) * 100;
  const from = Math.floor(low / width) * width;
  return { from, width, count: Math.floor((high - from) / width) + 1 };
}

/** The interquartile range; where many salaries are equal, at least a tenth of the upper quartile. */
const spreadOf = (at: (one: Drawn, tenThousandths: number) => number, one: Drawn) =>
  Math.max(at(one, 7500) - at(one, 2500), at(one, 7500) / 10);
