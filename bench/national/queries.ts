import { keysOf } from '../../shared/codes/keys.ts';
import {
  ageBands,
  companySizeLabels,
  contractKinds,
  disabilities,
  genders,
  hoursBands,
  movements,
  races,
  regions,
  salaryRules,
  schoolingGroups,
  schoolingLevels,
  series,
} from '../../shared/codes/codes.ts';
import { weighted, type Random } from '../../tests/support/random.ts';
import { stateOfCode } from '../../server/reference/places.ts';
import type { Release } from '../../server/answers/query/release.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

/** Filters as a client sends them. */
export type Filters = Readonly<Record<string, unknown>>;

/** A kind of query in the mixed workload. */
export interface Kind {
  readonly name: string;
  /** Percentage of queries of this kind. */
  readonly share: number;
  readonly filters: (draw: Draw) => Filters;
}

/** Filter values, each drawn with its frequency in the lines. */
export interface Draw {
  readonly random: Random;
  readonly occupation: () => string;
  readonly state: () => string;
  readonly municipality: () => string;
  readonly section: () => string;
  readonly subclass: () => string;
  readonly largestOccupation: string;
  readonly wholeHistory: Filters;
}

export async function drawFrom(
  warehouse: Warehouse,
  release: Release,
  random: Random,
): Promise<Draw> {
  const shares = async (column: string, where = '1') => {
    const text = `
      select toString(${column}) as value, count() as lines
      from movements
      where batch in {batches:Array(UInt32)} and ${where}
      group by value
      order by lines desc, value`;
    const params = { batches: release.batches };
    const limits = { timeoutMs: 600_000, threads: 2 };
    const rows = await warehouse.rows<{ value: string; lines: number }>({ text, params }, limits);
    return rows.map(({ value, lines }) => [value, lines] as const);
  };
  const from = (rows: readonly (readonly [string, number])[], digits: number) => {
    const drawn = weighted(rows);
    return () => drawn(random).padStart(digits, '0');
  };
  const occupations = await shares('cbo', 'cbo < 999999');
  const states = (await shares('uf', 'uf between 11 and 53')).flatMap(([code, lines]) => {
    const sigla = stateOfCode(code)?.sigla;
    return sigla === undefined ? [] : [[sigla, lines] as const];
  });
  return {
    random,
    occupation: from(occupations, 6),
    state: from(states, 2),
    municipality: from(await shares('municipality', 'municipality < 999999'), 6),
    section: from(await shares('section', `section != ''`), 1),
    subclass: from(await shares('subclass', 'subclass < 9999999'), 7),
    largestOccupation: occupations[0]?.[0].padStart(6, '0') ?? '',
    wholeHistory: { periodoInicio: release.months[0], periodoFim: release.months.at(-1) },
  };
}

const pick = <Value>(random: Random, values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
};

/** Every filter of the product by subject; two of one subject would mostly contradict each other. */
const filtersBySubject: Readonly<Record<string, readonly ((draw: Draw) => Filters)[]>> = {
  place: [
    ({ random }) => ({ regiao: pick(random, keysOf(regions)) }),
    ({ state }) => ({ uf: state() }),
    ({ municipality }) => ({ municipios: [municipality()] }),
  ],
  sex: [({ random }) => ({ genero: pick(random, keysOf(genders)) })],
  age: [({ random }) => ({ faixaEtaria: pick(random, keysOf(ageBands)) })],
  schooling: [
    ({ random }) => ({ escolaridade: pick(random, keysOf(schoolingGroups)) }),
    ({ random }) => ({ nivelEscolaridade: pick(random, keysOf(schoolingLevels)) }),
  ],
  size: [({ random }) => ({ porte: pick(random, keysOf(companySizeLabels)) })],
  activity: [
    ({ section }) => ({ secao: section() }),
    ({ subclass }) => ({ cnaes: [subclass(), subclass()] }),
  ],
  hours: [({ random }) => ({ horas: pick(random, keysOf(hoursBands)) })],
  contract: [({ random }) => ({ contrato: pick(random, keysOf(contractKinds)) })],
  race: [({ random }) => ({ raca: pick(random, keysOf(races)) })],
  disability: [({ random }) => ({ deficiencia: pick(random, keysOf(disabilities)) })],
  salary: [
    ({ random }) => ({ salarioMin: Math.round(1000 + random() * 4000) }),
    ({ random }) => ({ salarioMax: Math.round(1500 + random() * 10_000) }),
  ],
  movement: [({ random }) => ({ movimentacao: pick(random, keysOf(movements)) })],
  rule: [({ random }) => ({ metodo: pick(random, keysOf(salaryRules)) })],
  series: [({ random }) => ({ serie: pick(random, keysOf(series)) })],
};

/** Draws `count` filters of different subjects, each subject equally likely. */
export function randomFilters(draw: Draw, count: number): Filters {
  const subjects = Object.keys(filtersBySubject);
  const chosen = Array.from({ length: count }, () => {
    const [subject = ''] = subjects.splice(Math.floor(draw.random() * subjects.length), 1);
    return pick(draw.random, filtersBySubject[subject] ?? [])(draw);
  });
  return Object.assign({}, ...chosen);
}

const texts =
  'vendedor;auxiliar administrativo;enfermeira;motorista caminhao;analista de sistemas;professor;pedreiro;recepcionista;operador de caixa;cozinheiro;técnico de enfermagem;soldador;assistente financeiro;farmaceutico;eletricista;programador;porteiro;estoquista;garçom;contador'.split(
    ';',
  );

/** The mixed workload. */
export const kinds: readonly Kind[] = [
  { name: 'an occupation', share: 30, filters: (draw) => ({ cbo: draw.occupation() }) },
  {
    name: 'an occupation, 1 or 2 filters',
    share: 22,
    filters: (draw) => ({
      ...randomFilters(draw, 1 + Math.floor(draw.random() * 2)),
      cbo: draw.occupation(),
    }),
  },
  {
    name: 'the largest occupation',
    share: 4,
    filters: (draw) => ({ cbo: draw.largestOccupation }),
  },
  {
    name: 'a family',
    share: 4,
    filters: (draw) => ({ familiaCbo: draw.occupation().slice(0, 4) }),
  },
  {
    name: 'several occupations',
    share: 4,
    filters: (draw) => ({ cbos: Array.from({ length: 5 }, draw.occupation) }),
  },
  { name: 'a text', share: 14, filters: (draw) => ({ searchQuery: pick(draw.random, texts) }) },
  { name: 'all Brazil', share: 3, filters: () => ({}) },
  { name: 'all Brazil, 1 filter', share: 5, filters: (draw) => randomFilters(draw, 1) },
  { name: 'all Brazil, 2 filters', share: 5, filters: (draw) => randomFilters(draw, 2) },
  {
    name: 'an occupation, whole history',
    share: 4,
    filters: (draw) => ({
      ...randomFilters(draw, Math.floor(draw.random() * 3)),
      cbo: draw.occupation(),
      ...draw.wholeHistory,
    }),
  },
  {
    name: 'the largest occupation, whole history',
    share: 1,
    filters: (draw) => ({ cbo: draw.largestOccupation, ...draw.wholeHistory }),
  },
  { name: 'all Brazil, whole history', share: 2, filters: (draw) => draw.wholeHistory },
  {
    name: 'all Brazil, 2 filters, whole history',
    share: 2,
    filters: (draw) => ({ ...randomFilters(draw, 2), ...draw.wholeHistory }),
  },
];

/** Draws distinct queries, each kind with the frequency of its share. */
export function drawnPool(draw: Draw, size: number): Filters[] {
  const drawnKind = weighted(kinds.map((kind) => [kind, kind.share] as const));
  const pool = new Map<string, Filters>();
  for (let tries = 0; pool.size < size && tries < size * 20; tries++) {
    const filters = drawnKind(draw.random).filters(draw);
    pool.set(JSON.stringify(filters), filters);
  }
  return [...pool.values()];
}

/** Draws indexes of a list by Zipf's law: the n-th is drawn 1/n as often as the first. */
export function zipf(length: number): (random: Random) => number {
  return weighted(Array.from({ length }, (_, index) => [index, 1 / (index + 1)] as const));
}
