import type { GroupFigures } from '../../../shared/contracts/panels.ts';
import type { AnswerWithoutReceipt } from '../../../shared/contracts/search.ts';
import { LinearAttack, type Attack } from './linear-attack.ts';

/**
 * The facts that follow from one search response: its panels are parts of wholes, so every total is an equation over
 * the sums of their cells.
 */

/** The parts of a response that the attack uses. */
export type AttackedAnswer = Pick<AnswerWithoutReceipt, 'panels' | 'distribution' | 'totalCount'>;

const minRecords = 5;
const minForSensitive = 30;
/** Salaries that the registry's rule counts: 0.3 to 150 minimum wages of 2023, or any for the rule `bruto`. */
const possible = { lower: 1, upper: 198_000 };
const southeast = ['SP', 'RJ', 'MG', 'ES'];

const every = () => true;

interface PanelOptions {
  /** Names of groups that the panel does not show. */
  readonly others?: readonly string[];
  /** Filters that the panel excludes. */
  readonly leftOut?: readonly string[];
}

/** The filters of a response's query. */
export type AttackedFilters = Readonly<Record<string, unknown>>;

/** Attacks a response; `filters` are the filters of its query. */
export function searchAttack(answer: AttackedAnswer, filters: AttackedFilters): Attack {
  const attack = new LinearAttack();
  const { few, complementary } = knowAnswer(attack, answer, filters);
  return {
    recovered: few.filter((name) => attack.isRecovered(name)),
    primary: few.length,
    complementary,
  };
}

/** The minimum number of records of a query. */
export const minRecordsOf = (filters: AttackedFilters) =>
  filters['raca'] !== undefined || filters['deficiencia'] !== undefined
    ? minForSensitive
    : minRecords;

/** The name of a set of records: the same records have the same name in every response. */
export const nameOfRecords = (filters: AttackedFilters): string =>
  JSON.stringify(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** The targets of an attack on a response. */
interface Looked {
  /** Groups with too few records, by their names in the attack. */
  readonly few: readonly string[];
  readonly complementary: number;
}

/** Adds all facts of a response to an attack. */
export function knowAnswer(
  attack: LinearAttack,
  { panels, distribution, totalCount }: AttackedAnswer,
  filters: AttackedFilters,
): Looked {
  const whole = nameOfRecords(filters);
  if (distribution.centavos.length === 0 || panels === null) {
    attack.group(whole, { count: totalCount, average: null, quartiles: null, bounds: possible });
    return { few: [], complementary: 0 };
  }
  const cells = new Map<string, GroupFigures>();
  const sum = distribution.centavos.reduce(
    (all, centavos, index) => all + (centavos * (distribution.counts[index] ?? 0)) / 100,
    0,
  );
  const ends = [distribution.centavos[0], distribution.centavos.at(-1)];
  const own = { lower: (ends[0] ?? 0) / 100, upper: (ends[1] ?? 0) / 100 };
  attack.group(whole, {
    count: totalCount,
    average: sum / Math.max(1, totalCount),
    quartiles: null,
    bounds: own,
  });
  const put = (name: string, figures: GroupFigures, isOwn: boolean): string => {
    const { count, average, p25, median, p75 } = figures;
    cells.set(name, figures);
    const quartiles =
      p25 === null || median === null || p75 === null ? null : ([p25, median, p75] as const);
    attack.group(name, { count, average, quartiles, bounds: isOwn ? own : possible });
    return name;
  };
  /** A group's name: the query, with `field` in place of the excluded filters. */
  const named = (field: string, value: string, leftOut: readonly string[] = [field]) =>
    nameOfRecords({
      ...Object.fromEntries(Object.entries(filters).filter(([name]) => !leftOut.includes(name))),
      [field]: value,
    });
  /** A panel; its groups that pass the query's own filter add up to the total. */
  const panel = (
    field: string,
    list: readonly (readonly [string, GroupFigures])[],
    passes: (name: string) => boolean,
    { others = [], leftOut = [field] }: PanelOptions = {},
  ) => {
    const requested = list
      .map(
        ([name, figures]) =>
          [name, put(named(field, name, leftOut), figures, passes(name))] as const,
      )
      .filter(([name]) => passes(name))
      .map(([, name]) => name);
    attack.addUp(whole, [...requested, ...others]);
  };
  const only = (field: string) => (name: string) =>
    filters[field] === undefined || name === filters[field];

  const { regional, gender, schooling, age, companySize, sector, trend, family } = panels;
  panel(
    'genero',
    gender.genders.map((one) => [String(one.genero), one]),
    only('genero'),
  );
  panel(
    'escolaridade',
    schooling.groups.map((one) => [one.escolaridade, one]),
    only('escolaridade'),
  );
  panel(
    'porte',
    companySize.sizes.map((one) => [String(one.porte), one]),
    only('porte'),
  );
  const isBandAsked = filters['faixaEtaria'] !== undefined;
  const outside = named('faixaEtaria', 'outside');
  if (!isBandAsked)
    attack.group(outside, {
      count: age.outside,
      average: null,
      quartiles: null,
      bounds: own,
    });
  panel(
    'faixaEtaria',
    age.bands.map((one) => [one.faixa, one]),
    only('faixaEtaria'),
    { others: isBandAsked ? [] : [outside] },
  );
  panel(
    sector.level,
    sector.sectors.map((one) => [one.codigo, one]),
    every,
  );
  const requested = new Set(
    trend.months.filter(({ isRequested }) => isRequested).map(({ month }) => month),
  );
  panel(
    'month',
    trend.months.map((one) => [one.month, one]),
    (month) => requested.has(month),
  );
  if (family !== null) {
    const askedCodes = new Set(
      family.occupations.filter(({ isRequested }) => isRequested).map(({ cbo }) => cbo),
    );
    panel(
      'cbo',
      family.occupations.map((one) => [one.cbo, one]),
      (cbo) => askedCodes.has(cbo),
      { leftOut: ['cbo', 'familiaCbo'] },
    );
  }
  const { municipios: cities, uf, regiao } = filters;
  const isRequestedState = (code: string) =>
    !Array.isArray(cities) &&
    (uf === undefined || code === uf) &&
    (regiao === undefined || southeast.includes(code));
  const place = ['uf', 'regiao', 'municipios'];
  const state = (code: string) => named('uf', code, place);
  const states = regional.states.map((one) =>
    put(state(one.codigo), one, isRequestedState(one.codigo)),
  );
  const country = put(
    nameOfRecords(
      Object.fromEntries(Object.entries(filters).filter(([name]) => !place.includes(name))),
    ),
    regional.country,
    place.every((name) => filters[name] === undefined),
  );
  attack.addUp(country, states);
  if (!Array.isArray(cities))
    attack.addUp(
      whole,
      regional.states
        .filter(({ codigo }) => isRequestedState(codigo))
        .map(({ codigo }) => state(codigo)),
    );
  const { municipalities } = regional;
  if (municipalities !== null) {
    const isRequestedCity = (code: string) => !Array.isArray(cities) || cities.includes(code);
    const city = (code: string) => named('municipio', code, place);
    const all = municipalities.places.map((one) =>
      put(city(one.codigo), one, isRequestedCity(one.codigo)),
    );
    attack.addUp(state(municipalities.uf), all);
    if (Array.isArray(cities))
      attack.addUp(
        whole,
        municipalities.places
          .filter(({ codigo }) => isRequestedCity(codigo))
          .map(({ codigo }) => city(codigo)),
      );
  }

  const least = minRecordsOf(filters);
  const few = [...cells]
    .filter(([, { count }]) => count > 0 && count < least)
    .map(([name]) => name);
  if (!isBandAsked && age.outside > 0 && age.outside < least) few.push(outside);
  return {
    few,
    complementary: [...cells.values()].filter(
      ({ count, average }) => count >= least && average === null,
    ).length,
  };
}
