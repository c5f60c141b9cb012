import { movements, salaryRules, series } from '../codes/codes.ts';
import type { Bounds } from '../contracts/equality.ts';
import { shownStatistics } from './catalogue.ts';
import { isIncomplete } from './completeness.ts';
import { withRanks, type ExactDistribution, type RankedDistribution } from './percentile.ts';
import { heapsOfDifference, heapsOfMedians } from './heaping.ts';
import {
  areBeyondChance,
  areEnough,
  differenceInterval,
  type Estimate,
} from './interval-difference.ts';
import { qualityOf, type Quality } from './quality.ts';
import { periodText } from '../filters/data.ts';
import type { SearchAnswer, Statistics } from '../contracts/search.ts';
import { toCentavos, formatList } from '../words/format.ts';

/** Selections side by side, each compared with the first: the figures of screen, PDF and workbook. */

type Answer = Pick<SearchAnswer, 'statistics' | 'method'> & {
  readonly distribution: ExactDistribution;
};

/** A selection's median minus the first one's, in reais. */
export interface MedianDifference {
  readonly reais: number;
  /** Percentage of the first median; null if that is zero. */
  readonly percent: number | null;
  /** 95 %, from those of both medians, in reais; null without one of them, and for heaps. */
  readonly interval: Bounds | null;
  /** Salaries in reais that fill a median's interval on either side; absent if there are none. */
  readonly heaps?: readonly number[];
  /**
   * Whether it is beyond chance, tested together with the differences of all selections; false for heaps, otherwise null
   * without an interval, and with fewer than 30 effective records on a side.
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

/** The figures of answers side by side; `latestMonth` is the last loaded month, AAAAMM, null while unknown. */
export function comparedFigures(
  answers: readonly Answer[],
  latestMonth: string | null,
): ComparedFigures[] {
  const prepared = answers.map((answer) => {
    const statistics = shownStatistics(answer.statistics);
    return { answer, statistics, middle: middleOf(statistics, answer.distribution) };
  });
  const [first] = prepared;
  const found = prepared.map((one, index) =>
    index === 0 || first === undefined || areIncomplete([one.answer, first.answer])
      ? null
      : medianDifference(one.middle, first.middle),
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
  return prepared.map(({ answer, statistics }, index) => {
    const difference = found[index] ?? null;
    return {
      statistics,
      designEffect: answer.method.designEffect,
      quality: qualityOf({ ...answer.method, ...statistics, latestMonth }),
      difference: difference && {
        ...difference,
        isBeyondChance: difference.heaps ? false : (beyond[tested.indexOf(difference)] ?? null),
      },
    };
  });
}

const middleOf = (
  { median, medianInterval }: Answer['statistics'],
  distribution: Answer['distribution'],
): Middle | null =>
  median === null ? null : { median, medianInterval, distribution: withRanks(distribution) };

const areIncomplete = (answers: readonly Answer[]) =>
  answers.some(({ method }) => isIncomplete(method.completeness));

/** A median in reais, and the distribution that it is of. */
interface Middle extends Estimate {
  readonly distribution: RankedDistribution;
}

/** The difference of two medians; the second one is the reference. Null unless both exist. */
function medianDifference(
  other: Middle | null,
  first: Middle | null,
): Omit<MedianDifference, 'isBeyondChance'> | null {
  if (other === null || first === null) return null;
  const difference = toCentavos(other.median) - toCentavos(first.median);
  const found = differenceInterval(other, first);
  const interval = found && { lower: toCentavos(found.lower), upper: toCentavos(found.upper) };
  const narrow =
    interval === null ? [] : heapsOfDifference([other.distribution, first.distribution], interval);
  const heaps = heapsOfMedians(other, first).concat(narrow.map((heap) => heap / 100));
  const shown = heaps.length > 0 ? null : interval;
  return {
    reais: difference / 100,
    percent: first.median === 0 ? null : difference / first.median,
    interval: shown && { lower: shown.lower / 100, upper: shown.upper / 100 },
    ...(heaps.length > 0 && { heaps }),
  };
}

/** Why a difference says little, as its row or cell states it; null if it is beyond chance. */
export function differenceDoubt(difference: MedianDifference): string | null {
  const { interval, heaps, isBeyondChance } = difference;
  if (heaps !== undefined) return 'pode ser acaso: salários repetidos';
  if (interval === null) return 'sem intervalo: poucos registros';
  if (isBeyondChance === null) return 'poucos registros';
  return isBeyondChance ? null : 'pode ser acaso';
}

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
      () =>
        'Não misture admissões e desligamentos: quem entra e quem sai ganham diferente por outros motivos.',
    ),
    ...warning(
      rules,
      (list) => `As regras que definem quais salários contam são diferentes: ${list}.`,
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

const warning = (values: readonly string[], text: (list: string) => string): string[] =>
  values.length < 2 ? [] : [text(formatList(values))];
