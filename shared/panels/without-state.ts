import type { RegionalPanel } from '../contracts/panels.ts';
import { formatRecords } from '../words/format.ts';

/** How many records of the country are of no state of the list, in words; empty if none are. */
export function withoutStateText({
  states,
  country,
}: Pick<RegionalPanel, 'states' | 'country'>): string {
  const without = states.reduce((left, { count }) => left - count, country.count);
  return without > 0 ? `Sem estado informado: ${formatRecords(without)}.` : '';
}
