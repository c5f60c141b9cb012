import { movements, salaryRules, series } from '../codes/codes.ts';
import { shownStatistics } from './catalogue.ts';
import { medianDifferenceInterval } from './median-difference.ts';
import { prepare, rankedOf, type PreparedDistribution } from './percentile.ts';
import { qualityOfAnswer, type LoadedMonths, type Quality } from './quality.ts';
import { periodText } from '../filters/data.ts';
import { fewestForStatistics } from './sample-size.ts';
import type { SearchAnswer, Statistics } from '../contracts/search.ts';

/** Selections side by side, and each against the first: the figures of screen, PDF and workbook. */

type Answer = Pick<SearchAnswer, 'statistics' | 'distribution' | 'method'>;

/** A selection's median less the first one's, in reais. */
export interface MedianDifference {
  readonly reais: number;
  /** Of the first median; null where that is zero. */
  readonly percent: number | null;
  /** 95 %, Bonett and Price (2002), in reais; null where it cannot be computed. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
}

export interface ComparedFigures {
  /** All but the count null below `fewestForStatistics`. */
  readonly statistics: Statistics;
  /** Null below `fewestForStatistics`. */
  readonly distribution: PreparedDistribution | null;
  readonly quality: Quality;
  /** Null for the first, and where either has too few records. */
  readonly difference: MedianDifference | null;
}

/** The figures of each selection, in their order. */
export function comparedFigures(
  answers: readonly Answer[],
  loaded: LoadedMonths,
): ComparedFigures[] {
  const prepared = answers.map((answer) => ({
    answer,
    distribution:
      answer.statistics.count < fewestForStatistics ? null : prepare(answer.distribution),
  }));
  const [first] = prepared;
  return prepared.map(({ answer, distribution }, index) => {
    const statistics = shownStatistics(answer.statistics);
    return {
      statistics,
      distribution,
      quality: qualityOfAnswer({ statistics, method: answer.method }, loaded),
      difference:
        index === 0 || first === undefined
          ? null
          : medianDifference(
              { median: statistics.median, distribution },
              {
                median: shownStatistics(first.answer.statistics).median,
                distribution: first.distribution,
              },
            ),
    };
  });
}

interface Middle {
  /** Reais. */
  readonly median: number | null;
  readonly distribution: PreparedDistribution | null;
}

/** The difference of two medians, the second one's being what it is told against; null without either. */
function medianDifference(other: Middle, first: Middle): MedianDifference | null {
  if (other.median === null || first.median === null) return null;
  const centavos = Math.round(other.median * 100) - Math.round(first.median * 100);
  const interval =
    other.distribution === null || first.distribution === null
      ? null
      : medianDifferenceInterval(rankedOf(other.distribution), rankedOf(first.distribution));
  return {
    reais: centavos / 100,
    percent: first.median === 0 ? null : centavos / first.median,
    interval: interval && { lower: inReais(interval.lower), upper: inReais(interval.upper) },
  };
}

const inReais = (centavos: number) => Math.round(centavos) / 100;

/** What makes selections hard to compare: movements, rules, series, months or data that differ, each in a sentence. */
export function comparisonWarnings(methods: readonly Answer['method'][]): string[] {
  const [kinds, rules, kindsOfSeries, periods, releases] = [
    distinct(methods.map(({ movement }) => movements[movement].toLowerCase())),
    distinct(methods.map(({ rule }) => salaryRules[rule].label)),
    distinct(methods.map(({ series: one }) => series[one].toLowerCase())),
    distinct(methods.map(({ period }) => (period === null ? 'nenhum mês' : periodText(period)))),
    distinct(methods.map(({ release }) => String(release?.number ?? 'nenhuma'))),
  ];
  return [
    ...warning(
      kinds,
      (list) =>
        `Não misture admissões e desligamentos: as seleções são de ${list}, e quem entra e quem sai ganham diferente por outros motivos.`,
    ),
    ...warning(
      rules,
      (list) => `As regras que dizem quais salários contam são diferentes: ${list}.`,
    ),
    ...warning(
      kindsOfSeries,
      (list) => `As séries são diferentes: ${list}. Os ajustes posteriores só estão em uma delas.`,
    ),
    ...warning(
      periods,
      (list) =>
        `Os períodos são diferentes: ${list}. Os valores são nominais, de cada mês, sem descontar a inflação.`,
    ),
    ...warning(
      releases,
      (list) => `As respostas vêm de publicações diferentes (${list}): atualize a página.`,
    ),
  ];
}

const distinct = (texts: readonly string[]) => [...new Set(texts)];

const lists = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

const warning = (values: readonly string[], text: (list: string) => string): string[] =>
  values.length < 2 ? [] : [text(lists.format(values))];
