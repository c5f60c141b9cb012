import type { PayrollWords } from '../market/payroll-words.ts';
import type { PlacedPerson } from '../market/placed-people.ts';

/** The groupings of the totals, each with a function for the name of a person's group. */
export const totalGroups = (words: PayrollWords) => ({
  ocupacao: ({ code }: PlacedPerson): string =>
    code === null ? 'Ocupação não encontrada' : words.occupation(code),
  area: ({ person }: PlacedPerson): string => (person.area === '' ? 'Sem área' : person.area),
  sexo: ({ person }: PlacedPerson): string =>
    person.sex === null ? 'Não informado' : person.sex === 'F' ? 'Mulheres' : 'Homens',
});
export type TotalGroup = keyof ReturnType<typeof totalGroups>;
