import { maxDelay, type MonthRevisions } from '../contracts/revisions.ts';
import type { Method } from '../contracts/search.ts';
import { yearBefore } from '../statistics/year-on-year.ts';
import { formatLongMonth, formatMonth, formatSignedRatio } from '../words/format.ts';

type FollowedMonth = MonthRevisions['months'][number];

const unit = '\u00a0%';

/** "−0,4 a +1,1 %"; empty for a month without an expectation. */
export const expectedRange = ({ expected }: FollowedMonth): string =>
  expected === null
    ? ''
    : `${formatSignedRatio(expected.lower).replace(unit, '')}\u00a0a\u00a0${formatSignedRatio(expected.upper)}`;

type MonthMethod = Pick<Method, 'period' | 'series' | 'movement'>;

/** Whether an answer counts admissions with their later declarations and exclusions, as the expectation does. */
export const countsAdjustedAdmissions = ({ period, series, movement }: MonthMethod): boolean =>
  period !== null && series === 'ajustada' && movement === 'admissao';

/**
 * The provisional months of an answer, newest first; the first in a sentence, each other as "set/2026: +0,1 a +0,2 %".
 * Null if there are none.
 */
export function provisionalMonths(
  months: readonly FollowedMonth[],
  method: MonthMethod,
): { readonly sentence: string; readonly others: readonly string[] } | null {
  const { period } = method;
  if (period === null || !countsAdjustedAdmissions(method)) return null;
  const [newest, ...others] = months.filter(
    ({ month, expected }) => period.from <= month && month <= period.to && expected !== null,
  );
  if (newest === undefined) return null;
  return {
    sentence: `Provisório: o número de admissões do país em ${formatLongMonth(newest.month)} ainda deve variar de ${expectedRange(newest)}.`,
    others: others.map((month) => `${formatMonth(month.month)}: ${expectedRange(month)}`),
  };
}

/**
 * A placeholder as long as the sentence of the provisional months, used until they are loaded; null if there will be
 * none, because the answer has no month under a year old or the loaded months (AAAAMM, ascending) are too few.
 */
export function placeholderMonth(
  loaded: readonly string[],
  method: MonthMethod,
): ReturnType<typeof provisionalMonths> {
  const month = loaded.findLast((one) => method.period !== null && one <= method.period.to);
  const isUnderAYear = month !== undefined && month > yearBefore(loaded.at(-1) ?? '');
  if (!isUnderAYear || loaded.length <= maxDelay) return null;
  const expected = { lower: 0.001, upper: 0.001 };
  return provisionalMonths([{ month, declared: 0, admissions: [], expected }], method);
}

/** How the expectation is computed and what it covers. */
export const expectedNote =
  'Até completar doze meses, um mês ainda recebe declarações fora do prazo e exclusões. O intervalo tem 95\u00a0% de probabilidade se os atrasos continuarem como os dos meses já carregados (Mack, 1993). Ele vale para as admissões do país: as de uma pesquisa podem mudar mais.';

/** The provisional months of several answers as a document states them, the newest first; empty if there are none. */
export function provisionalTexts(
  months: readonly FollowedMonth[],
  methods: readonly MonthMethod[],
): string[] {
  const texts = methods.flatMap((method) => {
    const found = provisionalMonths(months, method);
    if (found === null) return [];
    const others = found.others.join('; ');
    return [
      found.sentence,
      ...(others === '' ? [] : [`Outros meses que ainda devem variar: ${others}.`]),
    ];
  });
  return texts.length === 0 ? [] : [...new Set(texts), expectedNote];
}
