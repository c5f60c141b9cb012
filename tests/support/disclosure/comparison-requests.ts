import { SearchAnswer } from '../../../shared/contracts/search.ts';
import { comparisonAttack, type AttackedSelection } from './comparison-attack.ts';
import type { Attack } from './linear-attack.ts';
import { plantedParts, type PlantedFilters } from './planted-month.ts';
import type { PlantedProduct } from './planted-product.ts';

const wholes: readonly PlantedFilters[] = [
  {},
  { uf: 'SP' },
  { cbo: '521110' },
  { familiaCbo: '5211' },
  { genero: 'F' },
  { secao: 'G', uf: 'SP' },
];
const parts: readonly PlantedFilters[] = [
  { genero: 'M' },
  { genero: 'F', uf: 'RJ' },
  { escolaridade: '7' },
  { porte: 'PEQUENA' },
  { faixaEtaria: '26-35' },
  { uf: 'SP', faixaEtaria: '18-25' },
  { cbo: '521110' },
  { secao: 'G' },
  { raca: '1' },
];

/** A query may have an occupation or a family, not both: the product would add them up. */
const isPlanted = ({ cbo, familiaCbo }: PlantedFilters) =>
  cbo === undefined || familiaCbo === undefined;

/**
 * Selections that a hostile analyst would compare: a whole and a part, two overlapping parts, a whole and its parts.
 */
export const hostileComparisons: readonly (readonly PlantedFilters[])[] = wholes
  .flatMap((whole) => [
    ...parts.flatMap((part) => [
      [whole, { ...whole, ...part }],
      [{ ...part, ...whole }, part],
    ]),
    [whole, { ...whole, genero: 'F' as const }, { ...whole, genero: 'M' as const }],
    [whole, { ...whole, secao: 'G' }, { ...whole, secao: 'C' }, { ...whole, secao: 'F' }],
  ])
  .filter((queries) => queries.every(isPlanted));

/** Attacks the product's responses to the selections of a comparison over one planted month. */
export async function attackedComparison(
  { served, records }: PlantedProduct,
  month: string,
  queries: readonly PlantedFilters[],
): Promise<Attack> {
  const selections: AttackedSelection[] = [];
  for (const [place, own] of queries.entries()) {
    const requested = (query: PlantedFilters) => ({
      metodo: 'bruto',
      periodoInicio: month,
      periodoFim: month,
      ...query,
    });
    const response = await served.call('CLIENT', {
      method: 'POST',
      url: '/api/search',
      payload: { filters: requested(own), comparedWith: queries.slice(0, place).map(requested) },
    });
    if (response.statusCode !== 200) throw new Error(response.body);
    selections.push({ answer: SearchAnswer.parse(response.json()), filters: requested(own) });
  }
  const planted = plantedParts(records.get(month) ?? [], queries);
  for (const [place, { answer, filters }] of selections.entries()) {
    const count = planted
      .filter(({ members }) => (members & (1 << place)) !== 0)
      .reduce((sum, { positive }) => sum + positive, 0);
    if (count !== answer.totalCount)
      throw new Error(`${JSON.stringify(filters)} has ${answer.totalCount} records, not ${count}.`);
  }
  return comparisonAttack(selections, planted);
}
