import { formatCentavos, formatShare, formatWholeReais } from '../../../shared/words/format.ts';
import type { Bands } from '../../../shared/statistics/histogram.ts';
import {
  countAtOrBelow,
  percentile,
  type PreparedDistribution,
} from '../../../shared/statistics/percentile.ts';
import type { Chart } from '../../components/charts/chart.ts';
import type { Compared } from './compare-button.tsx';
import { densityOf, fewestForShape, drawDensities, type DensityCurve } from './density-drawing.tsx';
import { keyText } from './trend-chart.ts';

type Drawn = Compared & { distribution: PreparedDistribution };

/**
 * The distributions' densities over each other on one axis; null where no selection has enough records for a density.
 */
export function densityChart(compared: readonly Compared[]): Chart | null {
  const drawn = compared.flatMap((one): Drawn[] => {
    const { distribution } = one.figures;
    return distribution === null || distribution.count < fewestForShape
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
  const missing = compared.filter((one) => drawn.every(({ letter }) => letter !== one.letter));
  const band = formatCentavos(bands.width);
  return {
    title: 'Distribuição dos salários',
    summary: `Uma curva para cada seleção sobre o mesmo eixo de salários. ${drawn.map(medianText).join(' ')}`,
    legend: [
      keyText(drawn),
      `Altura: que parte dos registros de cada seleção ganha cada salário, por faixa de ${band}. As marcas no eixo são as medianas. As linhas só suavizam: os números estão na tabela.`,
      missing.length === 0
        ? ''
        : `Sem curva, por terem menos de ${fewestForShape} registros: ${missing.map(({ letter }) => letter).join(', ')}.`,
    ]
      .filter((text) => text !== '')
      .join(' '),
    draw: drawDensities(
      drawn.map((one) => curveOf(one, bands)),
      bands,
      rows.map(({ from, to, shares }, index) => ({
        key: String(from),
        index,
        name: `${rangeText(from, to)}: ${drawn.map(({ letter }, at) => `${letter} ${formatShare(shares[at] ?? 0)}`).join('; ')}`,
      })),
    ),
    table: {
      caption: 'Parte dos registros de cada seleção por faixa de salário',
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

function curveOf({ place, letter, distribution }: Drawn, bands: Bands): DensityCurve {
  return {
    place,
    letter,
    median: percentile(distribution, 5000) ?? 0,
    points: densityOf(distribution, bands).map(({ centavos, count }) => ({
      centavos,
      share: count / distribution.count,
    })),
  };
}
