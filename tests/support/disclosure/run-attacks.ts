import { keysOf } from '../../../shared/codes/keys.ts';
import { seededRandom } from '../random.ts';
import { comparisonAttack, plantedComparison } from './comparison-attack.ts';
import { equalityAttack, type ComparedCounts } from './equality-attack.ts';
import type { Attack } from './linear-attack.ts';
import {
  comparedCounts,
  plantedAnswer,
  plantedEquality,
  plantedMonth,
  plantedRaces,
  type PlantedFilters,
} from './planted-month.ts';
import { racesAttack } from './races-attack.ts';
import { searchAttack } from './search-attack.ts';

/** Totals of the attacks of one kind. */
export interface AttackTotals {
  readonly responses: number;
  readonly recovered: readonly string[];
  readonly primary: number;
  readonly complementary: number;
}

export interface AttacksOfMonths {
  readonly search: AttackTotals;
  /** Two or three selections of Comparar. */
  readonly comparison: AttackTotals;
  readonly equality: AttackTotals;
  /** A group of Igualdade and its races, which one screen shows together. */
  readonly races: AttackTotals;
}

const optional = {
  genero: ['F', 'M'],
  escolaridade: ['7', '5'],
  porte: ['PEQUENA', 'MICRO'],
  faixaEtaria: ['26-35', '18-25'],
  uf: ['SP', 'RJ', 'RR'],
  secao: ['G', 'C'],
  raca: ['1', '3'],
} as const satisfies PlantedChoices;
type PlantedChoices = { readonly [Name in keyof PlantedFilters]?: readonly string[] };

/** Queries of a planted month: all of it, an occupation or a family, with few filters. */
function* queriesOf(seed: string): Generator<PlantedFilters> {
  const random = seededRandom(seed);
  const one = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? '';
  yield {};
  for (let query = 0; query < 3; query++) {
    const subject = [{}, { cbo: '521110' }, { familiaCbo: '5211' }][query] ?? {};
    const filters = Object.entries(optional).flatMap(([name, values]) =>
      random() < 0.25 ? [[name, one(values)] as const] : [],
    );
    yield { ...subject, ...Object.fromEntries(filters) };
  }
}

/** A query next to one with another filter, next to both sides of a filter, and next to a query that overlaps it. */
function* comparisonsOf(seed: string): Generator<PlantedFilters[]> {
  const random = seededRandom(`${seed} compared`);
  const one = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new RangeError('There is nothing to pick from.');
    return value;
  };
  const filter = (): PlantedFilters => {
    const name = one(keysOf(optional));
    return { [name]: one(optional[name]) };
  };
  for (const query of queriesOf(`${seed} compared`)) {
    const { genero: _, ...both } = query;
    const [first, other] = [filter(), filter()];
    yield [query, { ...query, ...first }];
    yield [
      { ...query, ...first },
      { ...query, ...other },
    ];
    yield [both, { ...both, genero: 'M' }];
    yield [both, { ...both, genero: 'F' }, { ...both, genero: 'M' }];
  }
}

const groups = [undefined, '5', '521', '5211', '521110', '4', '2'];

/** Plants months from 60 to 3,000 records and attacks the responses over them. */
export function attackMonths(seed: string, months: number): AttacksOfMonths {
  const search: Attack[] = [];
  const comparison: Attack[] = [];
  const equality: Attack[] = [];
  const races: Attack[] = [];
  for (let number = 0; number < months; number++) {
    const name = `${seed} ${number}`;
    const records = plantedMonth(name, 60 * Math.ceil(50 ** ((number % 9) / 8)));
    for (const filters of queriesOf(name)) {
      const answer = plantedAnswer(records, filters);
      if (answer.totalCount >= (filters.raca === undefined ? 5 : 30))
        search.push(named(searchAttack(answer, filters), `${name} ${JSON.stringify(filters)}`));
    }
    for (const queries of comparisonsOf(name)) {
      const { selections, parts } = plantedComparison(records, queries);
      comparison.push(
        named(comparisonAttack(selections, parts), `${name} ${JSON.stringify(queries)}`),
      );
    }
    for (const group of groups) {
      const counts: ComparedCounts = comparedCounts(records, group);
      const answer = plantedEquality(records, group);
      equality.push(named(equalityAttack(answer, counts), `${name} ${group}`));
      const result = plantedRaces(records, group ?? '');
      races.push(named(racesAttack(answer, result.rows), `${name} ${group}`));
    }
  }
  return {
    search: totalsOf(search),
    comparison: totalsOf(comparison),
    equality: totalsOf(equality),
    races: totalsOf(races),
  };
}

const named = (attack: Attack, name: string): Attack => ({
  ...attack,
  recovered: attack.recovered.map((group) => `${name}: ${group}`),
});

export const totalsOf = (attacks: readonly Attack[]): AttackTotals => ({
  responses: attacks.length,
  recovered: attacks.flatMap(({ recovered }) => recovered),
  primary: attacks.reduce((sum, { primary }) => sum + primary, 0),
  complementary: attacks.reduce((sum, { complementary }) => sum + complementary, 0),
});
