import { formatCount, formatRatio } from '../../../shared/words/format.ts';
import type { EqualityRow } from '../../../shared/contracts/equality.ts';
import {
  countsText,
  isChanceOfMedians,
  medianChanceText,
  ratioText,
  noSameWorkText,
  refusalReason,
  refusalText,
} from '../../../shared/sentences/equality-sentences.ts';
import { independent } from '../../../shared/statistics/design-effect.ts';
import { areEnough } from '../../../shared/statistics/interval-difference.ts';
import type { Chart } from '../../components/charts/chart.ts';
import { methodNotes } from './equality-method.tsx';
import { drawBarRows, type BarRow } from '../../components/charts/bar-rows.tsx';
import {
  tableOf,
  withoutEmptyColumns,
  type RowColumn,
  type TableData,
} from '../../components/charts/table-data.ts';

/** A row of the chart: a CBO group or a race. */
export interface EqualityChartRow extends Omit<EqualityRow, 'code' | 'name'> {
  readonly key: string;
  readonly label: string;
  /** Records of each sex that a ratio needs, if not the number of the market. */
  readonly minRecords?: number;
}

/** Women's pay as a ratio of men's, one row per group; the file has every figure with its n. */
export function equalityChart(
  title: string,
  header: string,
  rows: readonly EqualityChartRow[],
): Chart {
  return {
    title,
    summary: `${title}. ${rows.map((row) => `${row.label}: ${row.medianRatio === null ? 'sem comparação' : medianText(row.medianRatio, row)}`).join('; ')}.`,
    legend:
      'Ponto e número à direita: mediana das mulheres dividida pela dos homens. Traço e barra: razão das médias no mesmo trabalho, com o intervalo de 95\u00a0%. Abaixo do número, os registros de mulheres + homens; “poucos”: menos de 30 registros independentes de um dos sexos.',
    draw: drawBarRows(rows.map(ratioRow), {
      ticksOf: (x) => x.ticks(5),
      format: (ratio) => (ratio === 1 ? 'iguais' : formatRatio(ratio)),
      base: 1,
    }),
    table: withoutEmptyColumns(equalityTable(title, header, rows, columnsOn('screen'))),
    file: equalityTable(title, header, rows),
  };
}

/** The figures of the given rows, each with its n. */
const equalityTable = (
  caption: string,
  header: string,
  rows: readonly EqualityChartRow[],
  shown = columnsOn('screen', 'file'),
): TableData => ({
  ...tableOf(caption, [[header, 'text', ({ label }) => label], ...shown], rows),
  notes: methodNotes,
});

function ratioRow(row: EqualityChartRow): BarRow {
  const remainder = matchingOf(row);
  const bounds = remainder?.ratioInterval;
  const isSmall = !areEnough(
    Math.min(row.women.count, row.men.count),
    row.designEffect ?? independent,
  );
  return {
    key: row.key,
    label: row.label,
    name: nameOf(row),
    bar: {
      lower: bounds?.lower ?? null,
      middle: remainder?.ratio ?? null,
      upper: bounds?.upper ?? null,
      point: row.medianRatio,
      figure: row.medianRatio === null ? '—' : formatRatio(row.medianRatio),
      note: `${noteStart(row, isSmall)}${formatCount(row.women.count)} + ${formatCount(row.men.count)}`,
      isSmall,
      reason: refusalReason(row),
    },
  };
}

function noteStart(row: EqualityChartRow, isSmall: boolean): string {
  if (isSmall) return 'poucos: ';
  return isChanceOfMedians(row) === true ? 'pode ser acaso: ' : '';
}

const medianText = (medianRatio: number, row: EqualityChartRow) =>
  `${formatRatio(medianRatio)}${isChanceOfMedians(row) === true ? ' (pode ser acaso)' : ''}`;

function nameOf(row: EqualityChartRow): string {
  const { label, medianRatio, meanRatio } = row;
  const reason = refusalReason(row);
  const text =
    medianRatio === null
      ? `sem comparação${reason === null ? '' : `, ${reason}`}`
      : `mediana ${medianText(medianRatio, row)}${meanRatio === null ? '' : `, média ${formatRatio(meanRatio)}`}`;
  const remainder = matchingOf(row);
  const same = remainder === undefined ? '' : `; no mesmo trabalho ${ratioText(remainder)}`;
  return `${label}: ${text}${same}; ${countsText(row)}`;
}

const matchingOf = ({ adjusted }: EqualityChartRow) => adjusted?.compared?.matching.remainder;
const kitagawaOf = ({ adjusted }: EqualityChartRow) => adjusted?.compared?.decomposition.remainder;

type Place = 'screen' | 'file';

type PlacedColumn = readonly [Place, ...RowColumn<EqualityChartRow>];

type Bounds = { readonly lower: number | null; readonly upper: number | null };

const boundsOf = (
  place: Place,
  name: string,
  form: 'reais' | 'ratio',
  intervalOf: (row: EqualityChartRow) => Bounds | null | undefined,
): readonly PlacedColumn[] =>
  (['lower', 'upper'] as const).map((end) => [
    place,
    `${name}: ${end === 'lower' ? 'de' : 'até'} (95\u00a0%)`,
    form,
    (row) => intervalOf(row)?.[end] ?? null,
  ]);

/** In the order of the file. A screen has room for some of them. */
const columns: readonly PlacedColumn[] = [
  ['screen', 'Mulheres', 'count', ({ women }) => women.count],
  ['screen', 'Homens', 'count', ({ men }) => men.count],
  ['screen', 'Mediana das mulheres', 'reais', ({ women }) => women.median],
  ...boundsOf('file', 'Mediana das mulheres', 'reais', ({ women }) => women.medianInterval),
  ['screen', 'Mediana dos homens', 'reais', ({ men }) => men.median],
  ...boundsOf('file', 'Mediana dos homens', 'reais', ({ men }) => men.medianInterval),
  ['screen', 'Razão das medianas', 'ratio', ({ medianRatio }) => medianRatio],
  ['screen', 'Diferença das medianas', 'text', medianChanceText],
  ['file', 'Média das mulheres', 'reais', ({ women }) => women.mean],
  ['file', 'Média dos homens', 'reais', ({ men }) => men.mean],
  ['screen', 'Razão das médias', 'ratio', ({ meanRatio }) => meanRatio],
  ['screen', 'No mesmo trabalho (Ñopo)', 'ratio', (row) => matchingOf(row)?.ratio ?? null],
  ...boundsOf('screen', 'Ñopo', 'ratio', (row) => matchingOf(row)?.ratioInterval),
  ['file', 'Kitagawa–Oaxaca–Blinder', 'ratio', (row) => kitagawaOf(row)?.ratio ?? null],
  ...boundsOf('file', 'Kitagawa', 'ratio', (row) => kitagawaOf(row)?.ratioInterval),
  ['file', 'Mulheres comparadas', 'count', ({ adjusted }) => adjusted?.women ?? null],
  ['file', 'Homens comparados', 'count', ({ adjusted }) => adjusted?.men ?? null],
  [
    'screen',
    'Por que não há comparação',
    'text',
    (row) => refusalText(row) ?? (matchingOf(row) === undefined ? noSameWorkText : null),
  ],
];

const columnsOn = (...places: readonly Place[]): RowColumn<EqualityChartRow>[] =>
  columns.flatMap(([place, ...column]) => (places.includes(place) ? [column] : []));
