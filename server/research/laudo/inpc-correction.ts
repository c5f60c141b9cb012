import { AppError } from '../../platform/errors.ts';
import { allInpcMonths, monthAfter, type InpcMonth } from '../../reference/inpc.ts';

/** How money of one month is brought to another by the INPC; months are AAAAMM. */
export interface InpcCorrection {
  readonly from: string;
  readonly to: string;
  /** From the month after `from` to `to`, ascending: none where both are the same. */
  readonly months: readonly InpcMonth[];
}

/**
 * From a month to the one chosen, or to the last whose index is known; null where none is chosen and the index does not
 * reach back or on to the first. Throws `AppError` 400 for a chosen month that cannot be reached.
 */
export function inpcCorrection(from: string, chosen?: string): InpcCorrection | null {
  const known = allInpcMonths();
  const to = chosen ?? known.at(-1)?.month;
  const months = known.filter(({ month }) => month > from && to !== undefined && month <= to);
  const isReached =
    to === from || (months[0]?.month === monthAfter(from) && months.at(-1)?.month === to);
  if (to !== undefined && isReached) return { from, to, months };
  if (chosen === undefined) return null;
  throw new AppError('month_without_index', 400, outOfReach(from, known), { field: 'mes' });
}

function outOfReach(from: string, known: readonly InpcMonth[]): string {
  const last = known.at(-1)?.month ?? from;
  return last < from
    ? `Ainda não há INPC depois de ${numbers(from)}. Importe os índices novos em Configurações, ou peça o laudo sem correção.`
    : `Escolha um mês de ${numbers(from)}, o último da pesquisa, a ${numbers(last)}, o último com INPC conhecido.`;
}

const numbers = (month: string) => `${month.slice(4)}/${month.slice(0, 4)}`;

const hundredthsOfPercent = 10_000n;

/** Centavos brought to the other month, rounded half up: v · Π(1 + INPC), in whole numbers. */
export function correctedCentavos(centavos: number, { months }: InpcCorrection): number {
  const numerator = months.reduce(
    (product, { hundredths }) => product * (hundredthsOfPercent + BigInt(hundredths)),
    BigInt(centavos),
  );
  const denominator = hundredthsOfPercent ** BigInt(months.length);
  return Number((2n * numerator + denominator) / (2n * denominator));
}
