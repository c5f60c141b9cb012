import { plainText } from '../../../../shared/words/format.ts';
import type { PlacedPerson, ReferenceAmounts } from '../market/placed-people.ts';

/** Ranges of market percentiles, for the filter. */
export const standings = {
  todas: { label: 'Todas', holds: () => true },
  p25: { label: 'Abaixo do P25', holds: (tenths) => tenths !== null && tenths < 250 },
  p50: {
    label: 'Do P25 à mediana',
    holds: (tenths) => tenths !== null && tenths >= 250 && tenths < 500,
  },
  p75: {
    label: 'Da mediana ao P75',
    holds: (tenths) => tenths !== null && tenths >= 500 && tenths < 750,
  },
  p100: { label: 'Do P75 para cima', holds: (tenths) => tenths !== null && tenths >= 750 },
  nenhuma: { label: 'Sem lugar no mercado', holds: (tenths) => tenths === null },
} as const satisfies Record<
  string,
  { readonly label: string; readonly holds: (tenths: number | null) => boolean }
>;
export type Standing = keyof typeof standings;

export const peopleOrders = {
  planilha: 'Ordem da planilha',
  percentil: 'Menor percentil primeiro',
  custo: 'Maior custo primeiro',
  salario: 'Maior salário primeiro',
} as const;
export type PeopleOrder = keyof typeof peopleOrders;

export interface PeopleFilter {
  /** Searched in the identification and the job. */
  readonly text: string;
  readonly area: string;
  readonly sex: 'todos' | 'F' | 'M';
  readonly standing: Standing;
  readonly order: PeopleOrder;
}

export const everybody: PeopleFilter = {
  text: '',
  area: '',
  sex: 'todos',
  standing: 'todas',
  order: 'planilha',
};

/** The people who match the filter, in the requested order. */
export function filteredPeople(
  placed: readonly PlacedPerson[],
  { text, area, sex, standing, order }: PeopleFilter,
  amounts: ReferenceAmounts,
): PlacedPerson[] {
  const words = plainText(text)
    .split(' ')
    .filter((word) => word !== '');
  const found = placed.filter(({ person, percentile }) => {
    const own = words.length === 0 ? '' : plainText(`${person.identification} ${person.title}`);
    return (
      words.every((word) => own.includes(word)) &&
      (area === '' || person.area === area) &&
      (sex === 'todos' || person.sex === sex) &&
      standings[standing].holds(percentile)
    );
  });
  const rank: Readonly<Record<PeopleOrder, (one: PlacedPerson) => number>> = {
    planilha: ({ person }) => person.row,
    percentil: ({ percentile }) => percentile ?? Infinity,
    custo: (one) => -(amounts.beside(one)?.cost ?? -1),
    salario: ({ person }) => -person.centavos,
  };
  const rankOf = rank[order];
  return found
    .map((one) => ({ one, place: rankOf(one) }))
    .toSorted((a, b) =>
      a.place === b.place ? a.one.person.row - b.one.person.row : a.place - b.place,
    )
    .map(({ one }) => one);
}
