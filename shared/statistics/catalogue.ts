import { keysOf } from '../codes/keys.ts';
import type { GroupFigures } from '../contracts/panels.ts';
import type { Statistics } from '../contracts/search.ts';
import { formatCount, formatReais } from '../words/format.ts';
import { farPercentileNote } from './far-percentile.ts';
import { heapNotes } from './heaping.ts';
import { minBeyond, minForStatistics } from './design-effect.ts';
import { areEnough } from './interval-difference.ts';

/**
 * The statistics of an answer's salaries, each once and in display order. Screens, paper, workbooks, chart tables and
 * receipts read names, units and explanations here; the server computes the values in server/answers/present/statistics.ts.
 */

export interface Statistic {
  /** Column header, also used within text. */
  readonly label: string;
  /** In a list, where there is more space. */
  readonly title: string;
  /** The explanation: read after the title and before the amount. */
  readonly meaning: string;
  readonly unit: 'count' | 'reais';
  /** Its field in the API. */
  readonly apiName: string;
  /** Whether a comparison of selections shows it. */
  readonly isCompared: boolean;
}

/** A statistic in reais. By default its title is its label, and comparisons show it. */
const salary = (
  own: Omit<Statistic, 'unit' | 'title' | 'isCompared'> &
    Partial<Pick<Statistic, 'title' | 'isCompared'>>,
) => ({ title: own.label, unit: 'reais', isCompared: true, ...own }) as const;

export const statistics = {
  count: {
    label: 'Registros',
    title: 'Registros',
    meaning: 'salários considerados',
    unit: 'count',
    apiName: 'registros',
    isCompared: true,
  },
  average: salary({
    label: 'Média',
    meaning: 'a soma dividida pelos registros',
    apiName: 'media',
  }),
  min: salary({
    label: 'Mínimo',
    meaning: 'menor salário considerado',
    apiName: 'minimo',
    isCompared: false,
  }),
  p10: salary({
    label: 'P10',
    meaning: 'um em cada dez ganha até',
    apiName: 'percentil_10',
  }),
  p25: salary({
    label: 'Q1',
    title: '1º quartil (Q1)',
    meaning: 'um em cada quatro ganha até',
    apiName: 'percentil_25',
  }),
  median: salary({
    label: 'Mediana',
    title: 'Mediana (Q2)',
    meaning: 'metade ganha até',
    apiName: 'mediana',
  }),
  p75: salary({
    label: 'Q3',
    title: '3º quartil (Q3)',
    meaning: 'três em cada quatro ganham até',
    apiName: 'percentil_75',
  }),
  p90: salary({
    label: 'P90',
    meaning: 'nove em cada dez ganham até',
    apiName: 'percentil_90',
  }),
  max: salary({
    label: 'Máximo',
    meaning: 'maior salário considerado',
    apiName: 'maximo',
    isCompared: false,
  }),
  spread: salary({
    label: 'Q3 − Q1',
    meaning: 'largura da metade central',
    apiName: 'metade_central',
    isCompared: false,
  }),
  standardDeviation: salary({
    label: 'Desvio padrão',
    meaning: 'dispersão em torno da média',
    apiName: 'desvio_padrao',
    isCompared: false,
  }),
  medianLower: salary({
    label: 'Mediana: de (95\u00a0%)',
    title: 'Mediana, limite inferior (95\u00a0%)',
    meaning: 'onde começa o intervalo de 95\u00a0% da mediana',
    apiName: 'mediana_de',
  }),
  medianUpper: salary({
    label: 'Mediana: até (95\u00a0%)',
    title: 'Mediana, limite superior (95\u00a0%)',
    meaning: 'onde termina o intervalo de 95\u00a0% da mediana',
    apiName: 'mediana_ate',
  }),
} as const satisfies Record<keyof StatisticValues, Statistic>;

/** The statistics of an answer, with the interval's ends as separate values and the one derived from two others. */
type StatisticValues = Omit<Statistics, 'medianInterval'> & {
  readonly spread: number | null;
  readonly medianLower: number | null;
  readonly medianUpper: number | null;
};

export type StatisticKey = keyof typeof statistics;

/** The statistics that a comparison of selections shows. */
export const comparedStatistics = keysOf(statistics)
  .filter((key) => statistics[key].isCompared)
  .map((key) => ({ ...statistics[key], key }));

export const mainFigures: readonly StatisticKey[] = ['count', 'median'];

/** A statistic with its value in an answer; null without a value or with too few records. */
export interface Figure extends Statistic {
  readonly key: StatisticKey;
  readonly value: number | null;
}

/** All statistics of an answer: below `minForStatistics` records only the count has a value. */
export function figuresOf(answered: Statistics): Figure[] {
  const { medianInterval, ...own } = shownStatistics(answered);
  const values: StatisticValues = {
    ...own,
    spread: own.p25 === null || own.p75 === null ? null : centavosBetween(own.p25, own.p75) / 100,
    medianLower: medianInterval?.lower ?? null,
    medianUpper: medianInterval?.upper ?? null,
  };
  return keysOf(statistics).map((key) => ({ ...statistics[key], key, value: values[key] }));
}

/** The note on P10 and P90, in one sentence, as a list; empty with enough records and without statistics. */
export function edgeNotes({ count, p10 }: Pick<Statistics, 'count' | 'p10'>): string[] {
  return p10 === null || farPercentileNote(count, 1000) === null
    ? []
    : [`P10 e P90 incertos: menos de ${minBeyond} registros além deles.`];
}

/** That a sample is small, as a list; empty with enough effective records and without statistics. */
export const smallNotes = ({ count, median }: Statistics, designEffect: number): string[] =>
  median === null || areEnough(count, designEffect) ? [] : ['Amostra pequena: use com cautela.'];

/** The notes on a sample and on single figures, and the salary that fills the median's interval. */
export const figureNotes = (answered: Statistics, designEffect: number): string[] => [
  ...smallNotes(answered, designEffect),
  ...edgeNotes(answered),
  ...heapNotes(answered),
];

const centavosBetween = (from: number, to: number) => Math.round(to * 100) - Math.round(from * 100);

/** "R$ 1.800,00", "230" or a dash. */
export function figureText({ unit, value }: Pick<Figure, 'unit' | 'value'>): string {
  if (value === null) return '—';
  return unit === 'count' ? formatCount(value) : formatReais(value);
}

/** The publishable statistics of an answer: only the count below `minForStatistics`. */
export const shownStatistics = (answered: Statistics): Statistics =>
  answered.count < minForStatistics ? countOnly(answered.count) : answered;

export const countOnly = (count: number): Statistics => ({
  count,
  average: null,
  median: null,
  min: null,
  max: null,
  p10: null,
  p25: null,
  p75: null,
  p90: null,
  standardDeviation: null,
  medianInterval: null,
});

/** The statistics of each group of a panel, in table order. */
const groupStatistics = {
  count: statistics.count,
  share: { label: 'Parte', unit: 'share' },
  p25: statistics.p25,
  median: statistics.median,
  p75: statistics.p75,
  average: statistics.average,
} as const satisfies Record<
  Exclude<keyof GroupFigures, 'medianInterval' | 'suppressed'>,
  { readonly label: string; readonly unit: Statistic['unit'] | 'share' }
>;

/** The statistics of a group as table columns: the column's key selects the group's value. */
export const groupColumns = keysOf(groupStatistics).map((key) => ({
  key,
  header: groupStatistics[key].label,
  format: groupStatistics[key].unit,
}));

/** For groups that are not parts of one whole. */
export const columnsWithoutShare = groupColumns.filter(({ key }) => key !== 'share');
