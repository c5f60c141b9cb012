import { ageBands, hoursBands, schoolingLevels } from '../../../shared/codes/codes.ts';
import { companySizeLabels } from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { matchingCodes } from '../../../server/reference/occupation-search.ts';
import { stateOfSigla } from '../../../server/reference/places.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { RivalName } from './rival.ts';

/**
 * A search with all its panels as plain SQL over the lines of lines.ts: one GROUPING SETS statement for each set of
 * filters that panels need. Written independently of the product's SQL. The text is the same for all engines except for
 * the percentile functions. Every value in it is a number.
 */
const dimensionNames = [
  'uf',
  'municipality',
  'size',
  'sex',
  'schooling',
  'age_band',
  'section',
  'subclass',
  'month',
  'cbo',
] as const;
export type Dimension = (typeof dimensionNames)[number];

/** One statement: the filters of some panels, and their grouping dimensions. */
export interface PlainScan {
  readonly where: string;
  readonly by: readonly Dimension[];
  /** The totals to compute: the query's own records, or those of the country regardless of the queried place. */
  readonly wholes: readonly ('whole' | 'country')[];
}

type Subject = 'place' | 'size' | 'sex' | 'schooling' | 'age' | 'section' | 'subclass';

/** All panels of a search in as few scans as their filters allow. `months` are the loaded months, ascending. */
export function plainScans(filters: SearchFilters, months: readonly string[]): PlainScan[] {
  const scans = new Map<string, { by: Dimension[]; wholes: ('whole' | 'country')[] }>();
  const scan = (where: string) => {
    const found = scans.get(where) ?? { by: [], wholes: [] };
    scans.set(where, found);
    return found;
  };
  const period = askedPeriod(filters, months);
  const own = (...without: Subject[]) => conditions(filters, period, without);
  const state = stateShown(filters);

  scan(own()).wholes.push('whole');
  const everywhere = scan(own('place'));
  everywhere.wholes.push('country');
  everywhere.by.push('uf');
  if (state !== undefined) scan(`${own('place')} and uf = ${state}`).by.push('municipality');
  scan(own('size')).by.push('size');
  scan(own('sex')).by.push('sex');
  scan(own('schooling')).by.push('schooling');
  scan(own('age')).by.push('age_band');
  if (filters.secao === undefined) scan(own('section', 'subclass')).by.push('section');
  else scan(own('subclass')).by.push('subclass');
  scan(conditions(filters, trendPeriod(period, months), [])).by.push('month');
  const family = familyOf(filters);
  if (family !== undefined)
    scan(conditions({ ...filters, ...noOccupation, familiaCbo: family }, period, [])).by.push(
      'cbo',
    );
  return [...scans].map(([where, requested]) => ({ where, ...requested }));
}

const percentiles: Readonly<Record<RivalName, string>> = {
  clickhouse: 'quantilesExactInclusive(0.1, 0.25, 0.5, 0.75, 0.9)(salary)',
  duckdb: 'quantile_cont(salary, [0.1, 0.25, 0.5, 0.75, 0.9])',
  postgres: 'percentile_cont(array[0.1, 0.25, 0.5, 0.75, 0.9]) within group (order by salary)',
};

/** The statement of a scan for an engine. */
export function plainSql({ where, by, wholes }: PlainScan, engine: RivalName): string {
  const keys = by.map((name, index) => `${name} as k${index}, `).join('');
  const sets = [...(wholes.length > 0 ? ['()'] : []), ...by.map((name) => `(${name})`)];
  const grouping = by.length === 0 ? '' : `\n    group by grouping sets (${sets.join(', ')})`;
  return `
    select ${by.length === 0 ? '0' : `grouping(${by.join(', ')})`} as mask, ${keys}count(*) as records,
      avg(salary) as mean, ${percentiles[engine]} as points, min(salary) as lowest, max(salary) as highest
    from movements
    where ${where}${grouping}`;
}

interface Period {
  readonly from: number;
  readonly to: number;
}

/** The query's period: by default the last twelve loaded months up to its end. */
function askedPeriod({ periodoInicio, periodoFim }: SearchFilters, months: readonly string[]) {
  const to = periodoFim ?? months.at(-1) ?? '0';
  const upTo = months.filter((month) => month <= to);
  const from = periodoInicio ?? upTo.at(-12) ?? upTo[0] ?? to;
  return { from: Number(from), to: Number(to) };
}

/** The period with up to twelve more loaded months before it. */
function trendPeriod({ from, to }: Period, months: readonly string[]): Period {
  const numbers = months.map(Number).filter((month) => month <= to);
  const first = numbers.findIndex((month) => month >= from);
  const begin = first === -1 ? Math.max(0, numbers.length - 12) : Math.max(0, first - 12);
  return { from: numbers[begin] ?? from, to: numbers.at(-1) ?? to };
}

function stateShown({ uf, municipios = [] }: SearchFilters): number | undefined {
  if (uf !== undefined) return Number(stateOfSigla(uf)?.codigo);
  const states = new Set(municipios.map((code) => Number(code.slice(0, 2))));
  return states.size === 1 ? [...states][0] : undefined;
}

const noOccupation = { cbo: undefined, cbos: undefined, searchQuery: undefined };

function occupationsOf({
  cbo,
  cbos = [],
  searchQuery,
  semCbos = [],
}: SearchFilters): number[] | undefined {
  const codes = [...(cbo === undefined ? [] : [cbo]), ...cbos];
  if (codes.length === 0 && searchQuery === undefined) return undefined;
  const found = searchQuery === undefined ? [] : matchingCodes(searchQuery);
  const left = found.filter((code) => !semCbos.includes(code));
  return [...new Set([...codes, ...left])].map(Number);
}

/** The four digits that all queried occupations begin with. */
function familyOf(filters: SearchFilters): string | undefined {
  const codes = occupationsOf(filters) ?? [];
  const families = new Set(codes.map((code) => String(code).padStart(6, '0').slice(0, 4)));
  if (filters.familiaCbo !== undefined) families.add(filters.familiaCbo);
  return families.size === 1 ? [...families][0] : undefined;
}

const hoursCondition = (hours: keyof typeof hoursBands) => {
  const { from, to } = hoursBands[hours];
  return to === null ? `hours >= ${from}` : `hours between ${from} and ${to}`;
};

const contractSql = {
  aprendiz: '(apprentice = 1 or category = 103)',
  temporario: 'category = 106',
  parcial: 'part_time = 1',
  intermitente: '(intermittent = 1 or category = 111)',
  comum: `apprentice <> 1 and part_time <> 1 and intermittent <> 1 and category not in (103, 106, 111)`,
} as const;

function conditions(
  filters: SearchFilters,
  { from, to }: Period,
  without: readonly Subject[],
): string {
  return [
    ...occupationSql(filters),
    `month between ${from} and ${to}`,
    ...ruleSql(filters),
    ...(without.includes('place') ? [] : placeSql(filters)),
    ...(without.includes('sex')
      ? []
      : given(filters.genero, (sex) => `sex = ${sex === 'M' ? 1 : 3}`)),
    ...(without.includes('age')
      ? []
      : given(filters.faixaEtaria, (band) => `age_band = ${keysOf(ageBands).indexOf(band) + 1}`)),
    ...(without.includes('schooling') ? [] : schoolingSql(filters)),
    ...(without.includes('size')
      ? []
      : given(filters.porte, (size) => `size = ${keysOf(companySizeLabels).indexOf(size) + 1}`)),
    ...(without.includes('section')
      ? []
      : given(filters.secao, (letter) => `section = ${letter.charCodeAt(0)}`)),
    ...(without.includes('subclass') || filters.cnaes === undefined || filters.cnaes.length === 0
      ? []
      : [`subclass in (${filters.cnaes.map(Number).join(', ')})`]),
    ...given(filters.horas, hoursCondition),
    ...given(filters.contrato, (kind) => contractSql[kind]),
    ...given(filters.raca, (race) => `race = ${Number(race)}`),
    ...given(filters.deficiencia, disabilitySql),
  ].join('\n      and ');
}

const given = <Value>(value: Value | undefined, sql: (value: Value) => string) =>
  value === undefined ? [] : [sql(value)];

function occupationSql(filters: SearchFilters): string[] {
  const codes = occupationsOf(filters);
  const family = filters.familiaCbo === undefined ? undefined : Number(filters.familiaCbo) * 100;
  const either = [
    ...(codes === undefined ? [] : [codes.length === 0 ? '1 = 0' : `cbo in (${codes.join(', ')})`]),
    ...given(family, (first) => `cbo between ${first} and ${first + 99}`),
  ];
  return either.length < 2 ? either : [`(${either.join(' or ')})`];
}

function ruleSql({ serie, movimentacao, metodo, salarioMin, salarioMax }: SearchFilters): string[] {
  const mte = ['intermittent <> 1', 'salary * 10 >= wage * 3', 'salary <= wage * 150'];
  return [
    serie === 'declarada' ? 'kind = 1' : 'cancelled = 0',
    ...(movimentacao === 'todas' ? [] : [`balance = ${movimentacao === 'admissao' ? 1 : -1}`]),
    'salary > 0',
    ...(metodo === 'bruto' ? [] : mte),
    ...(metodo === 'integral' ? ['hours >= 4000', 'apprentice <> 1'] : []),
    ...given(salarioMin, (reais) => `salary >= ${Math.round(reais * 100)}`),
    ...given(salarioMax, (reais) => `salary <= ${Math.round(reais * 100)}`),
  ];
}

function placeSql({ regiao, uf, municipios = [] }: SearchFilters): string[] {
  return [
    ...given(regiao, (code) => `region = ${Number(code)}`),
    ...given(uf, (sigla) => `uf = ${Number(stateOfSigla(sigla)?.codigo)}`),
    ...(municipios.length === 0
      ? []
      : [`municipality in (${municipios.map((code) => Number(code.slice(0, 6))).join(', ')})`]),
  ];
}

function schoolingSql({ escolaridade, nivelEscolaridade }: SearchFilters): string[] {
  return [
    ...given(escolaridade, (group) => `schooling = ${Number(group)}`),
    ...given(
      nivelEscolaridade,
      (level) => `schooling in (${schoolingLevels[level].groups.map(Number).join(', ')})`,
    ),
  ];
}

function disabilitySql(requested: NonNullable<SearchFilters['deficiencia']>): string {
  if (requested === 'sim') return 'disability between 1 and 6';
  return `disability = ${requested === 'nao' ? 0 : Number(requested)}`;
}
