import { formatCounted } from '../../../../shared/words/format.ts';
import { tableOf, type RowColumn, type TableData } from '../../../components/charts/table-data.ts';
import { isDoubtful } from '../matching/match-titles.ts';
import type { PlacedPerson, ReferenceAmounts } from '../market/placed-people.ts';
import { toReference, type PayrollWords } from '../market/payroll-words.ts';

/** The sums over the people of a job, an area or a sex. */
export interface Total {
  readonly name: string;
  readonly people: number;
  /** The people with a market cell and a plausible salary. */
  readonly placed: number;
  /** Centavos a month, of all people. */
  readonly payroll: number;
  /** `payroll` without the salaries that are probably typing errors: what `cost` is a share of. */
  readonly plausiblePayroll: number;
  /** Pay divided by the reference's amounts, both summed for 44 hours, in thousandths as shown; null without a cell. */
  readonly ratio: number | null;
  /** The people who earn less than the reference's amount. */
  readonly below: number;
  /** Centavos a month to raise these people to it. */
  readonly cost: number;
}

/** The totals of each group, the largest payroll first. */
export function totalsBy(
  people: readonly PlacedPerson[],
  amounts: ReferenceAmounts,
  nameOf: (placed: PlacedPerson) => string,
): Total[] {
  const groups = Map.groupBy(people, nameOf);
  return [...groups]
    .map(([name, members]) => totalOf(name, members, amounts))
    .toSorted((a, b) => b.payroll - a.payroll || (a.name < b.name ? -1 : 1));
}

export function totalOf(
  name: string,
  people: readonly PlacedPerson[],
  amounts: ReferenceAmounts,
): Total {
  let [payroll, plausiblePayroll, placed, equalised, referred, below, cost] = [0, 0, 0, 0, 0, 0, 0];
  for (const one of people) {
    payroll += one.person.centavos;
    if (!amounts.isOutlier(one)) plausiblePayroll += one.person.centavos;
    const held = amounts.comparison(one);
    const amount = one.cell && amounts.of(one.cell);
    if (held === null || amount === null) continue;
    placed += 1;
    equalised += one.equalised;
    referred += amount;
    cost += held.cost;
    if (held.distance < 0) below += 1;
  }
  const ratio = referred === 0 ? null : Math.round((equalised * 1000) / referred);
  return { name, people: people.length, placed, payroll, plausiblePayroll, ratio, below, cost };
}

/** The sentence if no compared person is below a reference. It claims nothing about people who were not compared. */
export function noneBelowText(
  { people, placed }: Pick<Total, 'people' | 'placed'>,
  reference: string,
): string {
  if (placed === 0) return 'Nenhuma pessoa foi comparada.';
  if (placed === people) return `Ninguém ganha abaixo ${reference}.`;
  const compared = formatCounted(placed, 'pessoa comparada', 'pessoas comparadas');
  return `De ${compared}, nenhuma ganha abaixo ${reference}.`;
}

/** The groupings of the totals, each with its label and a function for the name of a person's group. */
export const totalGroups = (words: PayrollWords) => ({
  ocupacao: {
    label: 'Ocupação',
    nameOf: ({ code, confidence }: PlacedPerson): string => {
      if (code === null) return 'Ocupação não encontrada';
      return isDoubtful(confidence) ? 'Ocupação a confirmar' : words.occupation(code);
    },
  },
  area: {
    label: 'Área',
    nameOf: ({ person }: PlacedPerson): string => person.area || 'Sem área',
  },
  sexo: {
    label: 'Sexo',
    nameOf: ({ person }: PlacedPerson): string =>
      person.sex === null ? 'Não informado' : person.sex === 'F' ? 'Mulheres' : 'Homens',
  },
});
export type TotalGroup = keyof ReturnType<typeof totalGroups>;

/** Totals as a table; `name` is the reference's, null with incomplete data, which nothing is compared with. */
export function totalsTable(totals: readonly Total[], by: string, name: string | null): TableData {
  const columns: RowColumn<Total>[] = [
    [by, 'text', (total) => total.name],
    ['Pessoas', 'count', ({ people }) => people],
    ['No mercado', 'count', ({ placed }) => placed],
    ['Folha por mês', 'reais', ({ payroll }) => payroll / 100],
  ];
  if (name !== null) {
    columns.push(
      [`Em relação ${toReference(name)}`, 'percent', ({ ratio }) => ratio && ratio / 10],
      ['Abaixo', 'count', ({ placed, below }) => (placed === 0 ? null : below)],
      ['Custo por mês', 'reais', ({ placed, cost }) => (placed === 0 ? null : cost / 100)],
    );
  }
  return tableOf('Totais da folha', columns, totals);
}
