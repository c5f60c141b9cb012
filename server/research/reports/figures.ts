import type { Statistics } from '../../../shared/contracts/search.ts';

/** A figure of a selection as every document shows it: in this order, with this name. */
export interface Figure {
  readonly key: FigureKey;
  readonly label: string;
  readonly unit: 'records' | 'reais';
  /** Null where it does not exist. */
  readonly value: number | null;
}

export const figureLabels = {
  count: 'Registros',
  average: 'Média',
  median: 'Mediana',
  medianLower: 'Mediana, limite inferior (95\u00a0%)',
  medianUpper: 'Mediana, limite superior (95\u00a0%)',
  min: 'Mínimo',
  p10: 'P10',
  p25: 'Q1 (P25)',
  p75: 'Q3 (P75)',
  p90: 'P90',
  max: 'Máximo',
  standardDeviation: 'Desvio padrão',
} as const;
export type FigureKey = keyof typeof figureLabels;

/** The statistics of an answer in the order of every document. */
export function figuresOf(statistics: Statistics): Figure[] {
  const { medianInterval, ...figures } = statistics;
  const values: Record<FigureKey, number | null> = {
    ...figures,
    medianLower: medianInterval?.lower ?? null,
    medianUpper: medianInterval?.upper ?? null,
  };
  return figureKeys.map((key) => ({
    key,
    label: figureLabels[key],
    unit: key === 'count' ? 'records' : 'reais',
    value: values[key],
  }));
}

const figureKeys = [
  'count',
  'average',
  'median',
  'medianLower',
  'medianUpper',
  'min',
  'p10',
  'p25',
  'p75',
  'p90',
  'max',
  'standardDeviation',
] as const satisfies readonly FigureKey[];
