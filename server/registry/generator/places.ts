import { allMunicipalities, states } from '../../reference/places.ts';
import { readCounts, type Calibration } from './calibration.ts';
import { aliasTable } from './slots.ts';

/** The municipalities by state, with the tables that draw one of a state. */
export interface Places {
  /** IBGE's codes; 99 is unknown. */
  readonly states: readonly number[];
  /** Number of places before a state's first one. */
  readonly first: readonly number[];
  readonly count: readonly number[];
  readonly municipalities: readonly number[];
  readonly thresholds: readonly number[];
  /** From 1, among all places. */
  readonly others: readonly number[];
}

/**
 * The municipalities of the calibration, and the other ones of each state, which together are as common as those that
 * occur once.
 */
export function readPlaces({ places }: Calibration): Places {
  const read = { states: [] as number[], first: [] as number[], count: [] as number[] };
  const municipalities: number[] = [];
  const thresholds: number[] = [];
  const others: number[] = [];
  for (const [uf, counted] of readCounts(places)) {
    const all = [...counted, ...unseen(uf, new Set(counted.map(([code]) => code)), counted)];
    const alias = aliasTable(all.map(([, weight]) => weight));
    read.states.push(Number(uf));
    read.first.push(municipalities.length);
    read.count.push(all.length);
    others.push(...alias.others.map((other) => other + municipalities.length));
    thresholds.push(...alias.thresholds);
    municipalities.push(...all.map(([code]) => Number(code)));
  }
  return { ...read, municipalities, thresholds, others };
}

function unseen(
  uf: string,
  seen: ReadonlySet<string>,
  counted: readonly (readonly [string, number])[],
): readonly (readonly [string, number])[] {
  const sigla = states.find(({ codigo }) => codigo === uf)?.sigla;
  const codes = allMunicipalities()
    .filter((municipality) => municipality.uf === sigla && !seen.has(municipality.code))
    .map(({ code }) => code);
  const once = counted.filter(([, lines]) => lines === 1).length;
  return codes.map((code) => [code, Math.max(1, once) / codes.length] as const);
}
