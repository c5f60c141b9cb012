import { plainText } from '../../../../shared/words/format.ts';
import type { PlacedPerson, ReferenceAmounts } from '../market/placed-people.ts';

/** Ranges between the quartiles of the market, for the filter; `reached` counts the quartiles that the pay reaches. */
export const standings = {
  todas: { label: 'Todas', holds: () => true },
  p25: { label: 'Abaixo do P25', holds: (reached) => reached === 0 },
  p50: { label: 'Do P25 à mediana', holds: (reached) => reached === 1 },
  p75: { label: 'Da mediana ao P75', holds: (reached) => reached === 2 },
  p100: { label: 'Do P75 para cima', holds: (reached) => reached === 3 },
  nenhuma: { label: 'Sem comparação com o mercado', holds: (reached) => reached === null },
} as const satisfies Record<
  string,
  { readonly label: string; readonly holds: (reached: number | null) => boolean }
>;
type Standing = keyof typeof standings;

/** The orders that do not compare pay with the market, as for incomplete data. */
export const ordersWithoutMarket = {
  planilha: 'Ordem da planilha',
  salario: 'Maior salário primeiro',
} as const;

export const peopleOrders = {
  ...ordersWithoutMarket,
  percentil: 'Menor percentil primeiro',
  custo: 'Maior custo primeiro',
} as const;
type PeopleOrder = keyof typeof peopleOrders;

export interface PeopleFilter {
  /** Searched in the identification and the job. */
  readonly text: string;
  readonly area: string;
  readonly sex: 'todos' | 'F' | 'M';
  readonly standing: Standing;
  readonly order: PeopleOrder;
}

export const unfiltered: PeopleFilter = {
  text: '',
  area: '',
  sex: 'todos',
  standing: 'todas',
  order: 'planilha',
};

const quartiles = [2500, 5000, 7500];

/**
 * How many quartiles of the cell a person's pay reaches, by the amounts as in the totals: the percentile is a mid-rank,
 * and differs where many records are equal. Null for a person who is not compared.
 */
function quartilesReached(
  placed: PlacedPerson,
  amounts: readonly ReferenceAmounts[],
): number | null {
  let reached = 0;
  for (const amount of amounts) {
    const held = amount.comparison(placed);
    if (held === null) return null;
    if (held.distance >= 0) reached += 1;
  }
  return reached;
}

/** The people who match the filter, in the requested order. */
export function filteredPeople(
  placed: readonly PlacedPerson[],
  { text, area, sex, standing, order }: PeopleFilter,
  amounts: ReferenceAmounts,
): PlacedPerson[] {
  const words = plainText(text)
    .split(' ')
    .filter((word) => word !== '');
  const ofQuartiles = quartiles.map((tenThousandths) => amounts.ofPercentile(tenThousandths));
  const found = placed.filter((one) => {
    const { person } = one;
    const searched =
      words.length === 0 ? '' : plainText(`${person.identification} ${person.title}`);
    return (
      words.every((word) => searched.includes(word)) &&
      (area === '' || person.area === area) &&
      (sex === 'todos' || person.sex === sex) &&
      standings[standing].holds(quartilesReached(one, ofQuartiles))
    );
  });
  const rank: Readonly<Record<PeopleOrder, (one: PlacedPerson) => number>> = {
    planilha: ({ person }) => person.row,
    percentil: (one) => amounts.percentileOf(one) ?? Infinity,
    custo: (one) => -(amounts.comparison(one)?.cost ?? -1),
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
