import { peopleText } from '../market/payroll-words.ts';
import type { PlacedPerson, ReferenceAmounts } from '../market/placed-people.ts';

const mostRows = 20;
const lists = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/**
 * Which rows have a salary outside the market's valid range, and which figures exclude them; null if there are none.
 */
export function outlierText(
  placed: readonly PlacedPerson[],
  amounts: ReferenceAmounts,
): string | null {
  const rows = placed.filter((one) => amounts.isOutlier(one)).map(({ person }) => person.row);
  if (rows.length === 0) return null;
  const shown = rows.slice(0, mostRows).map(String);
  const others = rows.length - shown.length;
  const which = lists.format([...shown, ...(others > 0 ? [`mais ${others}`] : [])]);
  return `${peopleText(rows.length)} com salário fora de 0,3 a 150 salários mínimos por mês em 44 horas (${rows.length === 1 ? 'linha' : 'linhas'} ${which} da planilha): confira. Ficam fora das comparações com o mercado e dos custos.`;
}
