import { townsOfState } from '../../server/reference/ibge-regions.ts';
import {
  minimumRecordsOf,
  sizeOfBand,
  sixDigits,
  statistics,
  type RawFilters,
  type Recomputation,
} from './recompute.ts';

/**
 * Every panel recomputed on the other engine, with separate statements and mathematics. Panels become plain entries,
 * "panel/group" with its figures, to compare with the product's one by one.
 */
export type PanelEntries = Record<string, readonly (number | null)[]>;

const filter = (raw: RawFilters, ...without: (keyof RawFilters)[]): RawFilters => {
  const rest = { ...raw };
  for (const name of without) delete rest[name];
  return rest;
};

export async function recomputedPanels(
  recomputation: Recomputation,
  raw: RawFilters,
  designEffect: number,
): Promise<PanelEntries> {
  const about = { minRecords: minimumRecordsOf(raw), designEffect };
  const entries: PanelEntries = {};
  const add = async (
    panel: string,
    of: RawFilters,
    key: string,
    without: readonly string[] = [],
  ) => {
    const groups = await recomputation.salariesBy(of, key);
    const all = [...groups.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [name, salaries] of groups)
      if (!without.includes(name)) entries[`${panel}/${name}`] = figures(salaries, all, about);
    return groups;
  };

  const everywhere = filter(raw, 'regiao', 'ufCode', 'regiaoIbge', 'municipality');
  await add('country', everywhere, `'BR'`);
  // An unknown or empty code is no state.
  await add('state', everywhere, `"uf"`, ['99', 'null']);
  rankStates(entries, designEffect);
  const shown = raw.ufCode ?? (raw.municipality ?? raw.regiaoIbge)?.slice(0, 2);
  if (shown !== undefined) {
    const ofState = { ...everywhere, ufCode: shown };
    const town = `case when length("município") <= 6 then "município" else '${notIdentified}' end`;
    await add('municipality', ofState, town);
    await add('immediateRegion', ofState, regionOfTown(Number(shown)), ['0']);
    withoutMeans(entries);
  }
  await add('size', filter(raw, 'porte'), `coalesce(${sizeOfBand}, 'null')`);
  await add(
    'schooling',
    filter(raw, 'escolaridade', 'nivelEscolaridade'),
    `case "graudeinstrução" when '1' then 1 when '2' then 2 when '3' then 2 when '4' then 2 when '5' then 3
      when '6' then 4 when '7' then 5 when '8' then 6 when '9' then 7 when '80' then 8 when '10' then 9
      when '11' then 10 else 80 end`,
  );
  const age = `try_cast("idade" as int)`;
  await add(
    'age',
    filter(raw, 'faixaEtaria'),
    `case when ${age} < 18 or ${age} is null then 'outside' when ${age} <= 25 then '18-25'
      when ${age} <= 35 then '26-35' when ${age} <= 45 then '36-45' when ${age} <= 55 then '46-55' else '55+' end`,
  );
  entries['age/outside'] = entries['age/outside']?.slice(0, 1) ?? [0];
  if (raw.secao === undefined) await add('section', filter(raw, 'cnaes'), `coalesce("seção", 'Z')`);
  else
    await add(
      'subclass',
      filter(raw, 'cnaes'),
      `coalesce(lpad("subclasse", 7, '0'), '${notIdentified}')`,
    );
  const first = await firstTrendMonth(recomputation, raw);
  await add('month', { ...raw, periodoInicio: first }, `"competênciamov"`);
  const family = familyOf(raw);
  if (family !== undefined) {
    const ofFamily = { ...filter(raw, 'cbo', 'cbos', 'semCbos'), familiaCbo: family };
    await add('occupation', ofFamily, sixDigits);
  }
  const sexes = await add(
    'gender',
    filter(raw, 'genero'),
    `case "sexo" when '1' then 'M' when '3' then 'F' else 'null' end`,
  );
  const gap = genderGap(sexes.get('F') ?? [], sexes.get('M') ?? [], about);
  if (gap !== null) entries['gap'] = gap;
  return entries;
}

/** SQL for the code of a municipality's immediate region: the table of municipalities is the product's. */
const regionOfTown = (state: number) => {
  const towns = townsOfState(state).map(
    ({ code, immediate }) => `when '${code}' then ${immediate}`,
  );
  return `case "município" ${towns.join(' ')} else 0 end`;
};

/** Regions have no mean. */
function withoutMeans(entries: PanelEntries): void {
  for (const [name, [count = 0, share = 0, ...others]] of Object.entries(entries)) {
    if (!name.startsWith('immediateRegion/') || others.length === 0) continue;
    entries[name] = [count, share, null, ...others.slice(1)];
  }
}

/** The inputs of a query's rules. */
interface About {
  /** Minimum records for figures. */
  readonly minRecords: number;
  readonly designEffect: number;
}

/** Count, share, mean, quartiles and the median's interval; below the minimum number of records only the first two. */
function figures(
  sorted: readonly number[],
  all: number,
  { minRecords, designEffect }: About,
): (number | null)[] {
  const { count, average, p25, median, p75 } = statistics(sorted);
  if (count < minRecords) return [count, count / all];
  const interval = medianEnds(sorted, designEffect);
  return [count, count / all, average, p25, median, p75, ...interval];
}

/** The ends of the median's interval in reais; nulls without one. */
export function medianEnds(sorted: readonly number[], designEffect: number): (number | null)[] {
  const count = sorted.length;
  const depth = designEffect > 1 ? woodruffDepth(count, designEffect) : intervalDepth(count);
  return depth === 0 ? [null, null] : [reaisAt(sorted, depth), reaisAt(sorted, count + 1 - depth)];
}

const reaisAt = (sorted: readonly number[], rank: number) => (sorted[rank - 1] ?? Number.NaN) / 100;

/** The entry for an empty code, and for a municipality of more digits than any has. */
const notIdentified = '9999999';

const countPlace = 0;
const medianPlace = 4;
const minRanked = 30;

/** One more than the number of states with a higher median, among those with thirty records or more. */
function rankStates(entries: PanelEntries, designEffect: number): void {
  const states = Object.entries(entries).filter(
    ([name, results]) =>
      name.startsWith('state/') && (results[countPlace] ?? 0) / designEffect >= minRanked,
  );
  const medians = states.flatMap(([, results]) => results[medianPlace] ?? []);
  for (const [name, results] of states) {
    const median = results[medianPlace];
    if (median == null) continue;
    entries[name] = [...results, 1 + medians.filter((other) => other > median).length];
  }
}

async function firstTrendMonth(recomputation: Recomputation, raw: RawFilters): Promise<string> {
  const rows = await recomputation.rows(
    `select distinct "competênciamov" as month from movements order by 1`,
  );
  const months = rows.map(({ month }) => String(month));
  const begin = months.findIndex((month) => month >= raw.periodoInicio);
  return months[Math.max(0, begin - 12)] ?? raw.periodoInicio;
}

function familyOf({ cbo, cbos = [], familiaCbo }: RawFilters): string | undefined {
  const families = [cbo, ...cbos, familiaCbo].flatMap((code) => code?.slice(0, 4) ?? []);
  return new Set(families).size === 1 ? families[0] : undefined;
}

const logFactorials: number[] = [0];
function logFactorial(n: number): number {
  for (let k = logFactorials.length; k <= n; k++)
    logFactorials.push((logFactorials[k - 1] ?? 0) + Math.log(k));
  return logFactorials[n] ?? Number.NaN;
}

/** P(X = k) for n tosses. */
const toss = (n: number, k: number) =>
  Math.exp(logFactorial(n) - logFactorial(k) - logFactorial(n - k) - n * Math.LN2);

const depths = new Map<number, number>();

/** The deepest rank whose order statistics contain the median with 95 % or more; 0 if there is none. */
function intervalDepth(n: number): number {
  const known = depths.get(n);
  if (known !== undefined) return known;
  let depth = 0;
  for (let tail = toss(n, 0); tail <= 0.025; tail += toss(n, depth)) depth++;
  depths.set(n, depth);
  return depth;
}

/** The rank at half the records minus 1.96 standard errors of that share; 0 below six effective records. */
function woodruffDepth(n: number, designEffect: number): number {
  if (n / designEffect < 6) return 0;
  const error = Math.sqrt((0.25 * designEffect) / n);
  return Math.max(0, Math.ceil(n * (0.5 - 1.959963984540054 * error)));
}

/** Women's and men's median, their difference, and its 95 % interval (Zou and Donner): none where one of these has no width. */
function genderGap(
  women: readonly number[],
  men: readonly number[],
  { minRecords, designEffect }: About,
): (number | null)[] | null {
  const minOfGap = minRecords > 5 ? minRecords : 3;
  if (women.length < minOfGap || men.length < minOfGap) return null;
  const [ofWomen, ofMen] = [statistics(women).median ?? 0, statistics(men).median ?? 0];
  const difference = Math.round((ofWomen - ofMen) * 100) / 100;
  const [from = null, to = null] = medianEnds(women, designEffect);
  const [fromMen = null, toMen = null] = medianEnds(men, designEffect);
  const isMissing = from === null || to === null || fromMen === null || toMen === null;
  if (isMissing || from === to || fromMen === toMen)
    return [ofWomen, ofMen, difference, null, null];
  const down = Math.sqrt((ofWomen - from) ** 2 + (toMen - ofMen) ** 2);
  const up = Math.sqrt((to - ofWomen) ** 2 + (ofMen - fromMen) ** 2);
  return [ofWomen, ofMen, difference, cent(difference - down), cent(difference + up)];
}

const cent = (reais: number) => Math.round(reais * 100) / 100;
