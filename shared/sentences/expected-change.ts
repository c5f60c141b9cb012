import type { MonthRevisions } from '../contracts/revisions.ts';
import { formatLongMonth, formatMonth, formatRatio, formatSigned } from '../words/format.ts';

type FollowedMonth = MonthRevisions['months'][number];

const unit = '\u00a0%';

const signed = (share: number) => formatSigned(Math.round(share * 1000) / 1000, formatRatio);

/** "−0,4 a +1,1 %". */
function rangeText({ lower, upper }: NonNullable<FollowedMonth['expected']>): string {
  return `${signed(lower).replace(unit, '')} a ${signed(upper)}`;
}

/** "ainda deve mudar −0,4 a +1,1 %"; null for a month without an expectation. */
export const expectedText = ({ expected }: FollowedMonth): string | null =>
  expected && `ainda deve mudar ${rangeText(expected)}`;

/** The provisional months of a period, newest first; the first in a sentence. Null if there are none. */
export function provisionalMonths(
  months: readonly FollowedMonth[],
  { from, to }: { readonly from: string; readonly to: string },
): { readonly sentence: string; readonly others: readonly string[] } | null {
  const [newest, ...others] = months.filter(
    ({ month, expected }) => from <= month && month <= to && expected !== null,
  );
  if (newest === undefined) return null;
  return {
    sentence: `Provisório: o número de admissões do país em ${formatLongMonth(newest.month)} ${expectedText(newest)}.`,
    others: others.map((month) => `${formatMonth(month.month)}: ${expectedText(month)}`),
  };
}

/** How the expectation is computed and what it covers. */
export const expectedNote =
  'Até completar doze meses, um mês ainda ganha declarações fora do prazo e perde exclusões. O intervalo tem 95 % de probabilidade se os atrasos continuarem como os dos meses já carregados (Mack, 1993), e vale para as admissões do país: as de uma pesquisa podem mudar mais.';
