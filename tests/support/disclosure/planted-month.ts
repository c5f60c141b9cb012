import { completenessOf } from '../../../shared/statistics/completeness.ts';
import { ageBands, companySizeLabels } from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import type { EqualityQuery } from '../../../shared/contracts/equality.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { GapTally } from '../../../shared/statistics/adjusted-gap.ts';
import { noSums, sumsOf } from '../../../shared/statistics/pay-ratio.ts';
import { independent } from '../../../shared/statistics/design-effect.ts';
import { areEnough } from '../../../shared/statistics/interval-difference.ts';
import { withRanks, medianInterval } from '../../../shared/statistics/percentile.ts';
import type {
  EqualityGroups,
  GroupPay,
} from '../../../server/answers/present/equality/equality-groups.ts';
import {
  publishedEquality,
  publishedRaces,
} from '../../../server/answers/present/equality/published-equality.ts';
import { isOfOneRace } from '../../../server/answers/present/equality/suppress-groups.ts';
import type { DimensionName } from '../../../server/answers/query/dimensions.ts';
import type { PayGroup, PayGroups } from '../../../server/answers/query/engine/pay-group.ts';
import { panelsOf } from '../../../server/answers/present/panels/panels.ts';
import { regionsOfTown } from '../../../server/reference/ibge-regions.ts';
import { resolveQuery } from '../../../server/answers/query/salary-query.ts';
import type { Release } from '../../../server/answers/query/release.ts';
import type { SelectionPart } from '../../../server/answers/present/suppression/compared-selections.ts';
import { seededRandom } from '../random.ts';
import type { ComparedCounts } from './equality-attack.ts';
import type { AttackedAnswer } from './search-attack.ts';
import { julyRelease } from '../july-release.ts';

/** A record of a planted month, with the codes that panels group by. */
export interface PlantedRecord {
  readonly uf: number;
  readonly municipality: number;
  readonly cbo: number;
  /** 1 man, 3 woman, 0 unknown. */
  readonly sex: number;
  /** 1 to 5 by band, 0 outside. */
  readonly age: number;
  readonly schooling: number;
  /** 1 to 4, 0 unknown. */
  readonly size: number;
  readonly section: string;
  readonly subclass: number;
  readonly race: string;
  readonly centavos: number;
}

const month = '202307';
const release: Release = { ...julyRelease, isSynthetic: true };

const places = [
  { uf: 35, municipality: 355_030 },
  { uf: 35, municipality: 350_950 },
  { uf: 33, municipality: 330_455 },
  { uf: 35, municipality: 350_010 },
  { uf: 26, municipality: 261_160 },
  { uf: 14, municipality: 140_010 },
];
const sectors = [
  { section: 'G', subclass: 4_781_400 },
  { section: 'G', subclass: 4_711_302 },
  { section: 'C', subclass: 1_011_201 },
  { section: 'F', subclass: 4_120_400 },
];
const occupations = [521_110, 521_115, 521_125, 411_005, 411_010, 225_125, 212_405];

/** A month of `records` records, the same for the same seed: few values are common and the others rare. */
export function plantedMonth(seed: string, records: number): PlantedRecord[] {
  const random = seededRandom(seed);
  const rare = 2 + random() * 3;
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() ** rare * values.length)];
    if (value === undefined) throw new RangeError('There is nothing to pick from.');
    return value;
  };
  return Array.from({ length: records }, () => ({
    ...pick(places),
    ...pick(sectors),
    cbo: pick(occupations),
    sex: pick([1, 3, 3, 0]),
    age: pick([2, 1, 3, 4, 5, 0]),
    schooling: pick([7, 5, 3, 80]),
    size: pick([2, 1, 4, 3, 0]),
    race: pick(['1', '3', '2', '6', '4', '5']),
    centavos: 150_000 + Math.floor(random() * 400_000),
  }));
}

const stateCodes = new Map([
  ['SP', 35],
  ['RJ', 33],
  ['PE', 26],
  ['RR', 14],
]);
const sizes = keysOf(companySizeLabels);
const bands = keysOf(ageBands);

type Test = (record: PlantedRecord) => boolean;

/** The condition on a record of each filter that the attack sets. */
const tests = {
  genero: (value) => (record) => record.sex === (value === 'F' ? 3 : 1),
  escolaridade: (value) => (record) => record.schooling === Number(value),
  porte: (value) => (record) => record.size === sizes.findIndex((one) => one === value) + 1,
  faixaEtaria: (value) => (record) => record.age === bands.findIndex((one) => one === value) + 1,
  uf: (value) => (record) => record.uf === stateCodes.get(value),
  cbo: (value) => (record) => record.cbo === Number(value),
  familiaCbo: (value) => (record) => Math.floor(record.cbo / 100) === Number(value),
  secao: (value) => (record) => record.section === value,
  raca: (value) => (record) => record.race === value,
} as const satisfies Record<string, (value: string) => Test>;

/** The filters of a planted query. */
export type PlantedFilters = { readonly [Name in keyof typeof tests]?: string };

const dimensionsLeavingOut: Readonly<
  Partial<Record<DimensionName, readonly (keyof PlantedFilters)[]>>
> = {
  country: ['uf'],
  state: ['uf'],
  municipality: ['uf'],
  immediateRegion: ['uf'],
  companySize: ['porte'],
  sex: ['genero'],
  schooling: ['escolaridade'],
  age: ['faixaEtaria'],
  section: ['secao'],
  occupation: ['cbo', 'familiaCbo'],
};

/** Whether a record matches the filters. */
function passes(
  record: PlantedRecord,
  filters: PlantedFilters,
  leftOut: readonly (keyof PlantedFilters)[] = [],
): boolean {
  return keysOf(tests).every((name) => {
    const value = filters[name];
    return value === undefined || leftOut.includes(name) || tests[name](value)(record);
  });
}

/** The parts into which several queries divide planted records. */
export function plantedParts(
  records: readonly PlantedRecord[],
  queries: readonly PlantedFilters[],
): SelectionPart[] {
  const membersOf = (record: PlantedRecord) =>
    queries.reduce((sum, filters, place) => sum + (passes(record, filters) ? 2 ** place : 0), 0);
  return [...Map.groupBy(records, membersOf)]
    .filter(([members]) => members > 0)
    .map(([members, own]) => ({ members, positive: own.length, negative: 0 }));
}

/** A search response over planted records, its panels suppressed as in the product. */
export function plantedAnswer(
  records: readonly PlantedRecord[],
  filters: PlantedFilters,
): AttackedAnswer {
  const query = resolveQuery(SearchFilters.parse({ metodo: 'bruto', ...filters }), release);
  const passing = (leftOut: readonly (keyof PlantedFilters)[] = []) =>
    records.filter((record) => passes(record, filters, leftOut));
  const family = filters.familiaCbo ?? filters.cbo?.slice(0, 4);
  const keys: Readonly<Record<DimensionName, (record: PlantedRecord) => number>> = {
    country: () => 0,
    state: ({ uf }) => uf,
    municipality: ({ uf, municipality }) =>
      uf === stateCodes.get(filters.uf ?? '') ? municipality : 0,
    immediateRegion: ({ uf, municipality }) =>
      uf === stateCodes.get(filters.uf ?? '') ? Number(regionsOfTown(municipality)?.immediate) : 0,
    intermediateRegion: () => 0,
    companySize: ({ size }) => size,
    month: () => Number(month),
    sex: ({ sex }) => sex,
    schooling: ({ schooling }) => schooling,
    age: ({ age }) => age,
    section: ({ section }) => section.charCodeAt(0),
    subclass: ({ subclass }) => subclass,
    occupation: ({ cbo }) => cbo,
    // All planted records are admissions.
    movementKind: () => 1,
  };
  const groups = (name: DimensionName): PayGroups => {
    const all = passing(dimensionsLeavingOut[name]).filter(
      ({ cbo }) => name !== 'occupation' || String(cbo).startsWith(family ?? ''),
    );
    return new Map(
      [...Map.groupBy(all, keys[name])].map(([key, own]) => [key, payGroup(own)] as const),
    );
  };
  const own = passing();
  return {
    totalCount: own.length,
    distribution: distributionOf(own),
    panels: panelsOf(query, groups),
  };
}

function distributionOf(records: readonly PlantedRecord[]) {
  const counts = Map.groupBy(records, ({ centavos }) => centavos);
  const centavos = [...counts.keys()].toSorted((a, b) => a - b);
  return { centavos, counts: centavos.map((salary) => counts.get(salary)?.length ?? 0) };
}

const payGroup = (records: readonly PlantedRecord[]): PayGroup => ({
  ...withRanks(distributionOf(records)),
  total: BigInt(records.reduce((sum, { centavos }) => sum + centavos, 0)),
});

/** A response of Igualdade over planted records, suppressed as in the product. */
export const plantedEquality = (records: readonly PlantedRecord[], grupo: string | undefined) =>
  publishedEquality(
    { grupo, empregados: 'todos' } satisfies EqualityQuery,
    occupationGroups(records),
    release,
  );

const occupationGroups = (records: readonly PlantedRecord[]) =>
  equalityGroupsOf(records, ({ cbo }) => {
    const code = String(cbo);
    return ['', code.slice(0, 1), code.slice(0, 3), code.slice(0, 4), code];
  });

/** Number of compared people in the group and in the rows below it. */
export function comparedCounts(
  records: readonly PlantedRecord[],
  grupo: string | undefined,
): ComparedCounts {
  const groups = occupationGroups(records);
  const of = (code: string) => {
    const { women = 0, men = 0 } = groups.get(code)?.gap?.compared ?? {};
    return { women, men };
  };
  return new Map([
    ['whole', of(grupo ?? '')],
    ...[...groups.keys()].map((code) => [code, of(code)] as const),
  ]);
}

/** The races of a group, as the product returns them; none where it refuses the request. */
export function plantedRaces(records: readonly PlantedRecord[], grupo: string) {
  const own = records.filter(({ cbo }) => String(cbo).startsWith(grupo));
  const groups = equalityGroupsOf(own, ({ race }) => [race]);
  const completeness = completenessOf({ from: month, to: month }, release.files);
  return isOfOneRace(groups)
    ? { completeness, rows: [] }
    : publishedRaces(groups, { grupo }, release, completeness);
}

function equalityGroupsOf(
  records: readonly PlantedRecord[],
  codesOf: (record: PlantedRecord) => readonly string[],
): EqualityGroups {
  const byCode = new Map<string, PlantedRecord[]>();
  for (const record of records) {
    if (record.sex === 0) continue;
    for (const code of codesOf(record)) byCode.set(code, [...(byCode.get(code) ?? []), record]);
  }
  return new Map([...byCode].map(([code, own]) => [code, groupPay(own)]));
}

const meanOf = ({ count, sum }: { count: number; sum: number }) =>
  count === 0 ? null : Math.round(sum / count);

function groupPay(records: readonly PlantedRecord[]): GroupPay {
  const cells = Map.groupBy(records, ({ cbo, schooling, age, uf, size }) =>
    [cbo, schooling, age, uf, size].join(' '),
  );
  const tally = new GapTally();
  const sumsOfSex = (own: readonly PlantedRecord[], wanted: number) => {
    const salaries = own.filter(({ sex }) => sex === wanted).map(({ centavos }) => centavos);
    return salaries.length === 0 ? noSums : sumsOf(salaries);
  };
  for (const own of cells.values()) tally.add({ women: sumsOfSex(own, 3), men: sumsOfSex(own, 1) });
  const of = (wanted: number, mean: number | null) => {
    const own = records.filter(({ sex }) => sex === wanted);
    const group = payGroup(own);
    const middle = (rank: number) => (own.length === 0 ? 0 : group.salaryAt(rank));
    const lower = middle(Math.ceil(own.length / 2));
    const upper = middle(Math.floor(own.length / 2) + 1);
    return {
      count: own.length,
      median: own.length === 0 ? null : Math.floor((lower + upper + 1) / 2),
      medianInterval: areEnough(own.length, independent)
        ? medianInterval(group, independent)
        : null,
      mean,
    };
  };
  return { women: of(3, meanOf(tally.women)), men: of(1, meanOf(tally.men)), gap: tally.gap };
}
