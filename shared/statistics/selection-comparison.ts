import { movements, salaryRules, series } from '../codes/codes.ts';
import { shownStatistics } from './catalogue.ts';
import { isIncomplete } from './completeness.ts';
import { prepare, rankedOf, type PreparedDistribution } from './percentile.ts';
import { heapedAt, heapsOfDifference } from './heaping.ts';
import { areBeyondChance, areEnough } from './interval-difference.ts';
import { medianDifferenceInterval } from './median-difference.ts';
import { qualityOfAnswer, type LoadedMonths, type Quality } from './quality.ts';
import { periodText } from '../filters/data.ts';
import type { SearchAnswer, Statistics } from '../contracts/search.ts';

/** Selections side by side, each compared with the first: the figures of screen, PDF and workbook. */

type Answer = Pick<SearchAnswer, 'statistics' | 'distribution' | 'method'>;

/** A selection's median minus the first one's, in reais. */
export interface MedianDifference {
  readonly reais: number;
  /** Percentage of the first median; null if that is zero. */
  readonly percent: number | null;
  /** 95 %, Bonett and Price (2002), in reais; null if it cannot be computed, and for heaps. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  /** Salaries in reais that fill a median's interval on either side; absent if there are none. */
  readonly heaps?: readonly number[];
  /**
   * Whether it is beyond chance, tested together with the differences of all selections; null without an interval, and
   * with fewer than 30 effective records on a side.
   */
  readonly isBeyondChance: boolean | null;
}

export interface ComparedFigures {
  /** Below the minimum all except the count are null. */
  readonly statistics: Statistics;
  readonly quality: Quality;
  /** Number of its records that carry the information of one independent record. */
  readonly designEffect: number;
  /** Null for the first, and if either has too few records or incomplete data. */
  readonly difference: MedianDifference | null;
}

/** The letter of a selection by its position from 0: 'A' to 'E'. */
export const letterOf = (place: number) => String.fromCharCode('A'.charCodeAt(0) + place);

/** The figures of each selection, in their order. */
export function comparedFigures(
  answers: readonly Answer[],
  loaded: LoadedMonths,
): ComparedFigures[] {
  const prepared = answers.map((answer) => ({
    answer,
    distribution:
      shownStatistics(answer.statistics).median === null ? null : prepare(answer.distribution),
  }));
  const [first] = prepared;
  const found = prepared.map(({ answer, distribution }, index) =>
    index === 0 || first === undefined || areIncomplete([answer, first.answer])
      ? null
      : medianDifference(
          middleOf(answer, distribution),
          middleOf(first.answer, first.distribution),
        ),
  );
  const areTested = prepared.map(
    ({ answer }) =>
      first !== undefined &&
      [answer, first.answer].every(({ statistics, method }) =>
        areEnough(statistics.count, method.designEffect),
      ),
  );
  const tested = found.filter((one, index) => one !== null && areTested[index]);
  const beyond = areBeyondChance(tested.filter((one) => one !== null));
  return prepared.map(({ answer }, index) => {
    const statistics = shownStatistics(answer.statistics);
    const difference = found[index] ?? null;
    return {
      statistics,
      designEffect: answer.method.designEffect,
      quality: qualityOfAnswer({ statistics, method: answer.method }, loaded),
      difference: difference && {
        ...difference,
        isBeyondChance: beyond[tested.indexOf(difference)] ?? null,
      },
    };
  });
}

function middleOf(answer: Answer, distribution: PreparedDistribution | null): Middle {
  const statistics = shownStatistics(answer.statistics);
  return {
    median: statistics.median,
    distribution,
    effect: answer.method.designEffect,
    heap: heapedAt(statistics),
  };
}

const areIncomplete = (answers: readonly Answer[]) =>
  answers.some(({ method }) => isIncomplete(method.completeness));

interface Middle {
  /** Reais. */
  readonly median: number | null;
  readonly distribution: PreparedDistribution | null;
  readonly effect: number;
  /** The salary that fills the median's interval; null if there is none. */
  readonly heap: number | null;
}

/** The difference of two medians; the second one is the reference. Null unless both exist. */
function medianDifference(
  other: Middle,
  first: Middle,
): Omit<MedianDifference, 'isBeyondChance'> | null {
  if (other.median === null || first.median === null) return null;
  const centavos = Math.round(other.median * 100) - Math.round(first.median * 100);
  const interval =
    other.distribution === null || first.distribution === null
      ? null
      : medianDifferenceInterval(rankedOf(other.distribution), rankedOf(first.distribution), [
          other.effect,
          first.effect,
        ]);
  const narrow =
    interval === null || other.distribution === null || first.distribution === null
      ? []
      : heapsOfDifference([other.distribution, first.distribution], interval);
  const heaps = [other.heap, first.heap]
    .flatMap((heap) => heap ?? [])
    .concat(narrow.map((heap) => heap / 100));
  const shown = heaps.length > 0 ? null : interval;
  return {
    reais: centavos / 100,
    percent: first.median === 0 ? null : centavos / first.median,
    interval: shown && { lower: inReais(shown.lower), upper: inReais(shown.upper) },
    ...(heaps.length > 0 && { heaps }),
  };
}

const inReais = (centavos: number) => Math.round(centavos) / 100;

/** What makes selections hard to compare: different movements, rules, series, months or data, each in a sentence. */
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
      (list) => `As respostas usam versões diferentes dos dados (${list}). Recarregue a página.`,
    ),
  ];
}

const distinct = (texts: readonly string[]) => [...new Set(texts)];

const lists = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

const warning = (values: readonly string[], text: (list: string) => string): string[] =>
  values.length < 2 ? [] : [text(lists.format(values))];
