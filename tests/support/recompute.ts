import type { FieldName } from '../../shared/filters/catalogue.ts';
import { keysOf } from '../../shared/codes/keys.ts';
import type { SearchFilters, Statistics } from '../../shared/contracts/search.ts';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';

/**
 * The rules of DOMAIN.md implemented a second time, on another engine and independently of the product's SQL, to
 * compare every figure of the product with a second one. Input: plain official texts. Output: lists of salaries.
 */

export interface OfficialText {
  readonly kind: 'MOV' | 'FOR' | 'EXC';
  readonly path: string;
}

/**
 * Excluded: places, which have IBGE codes here, and the text search, because no rule defines the occupations of a text.
 */
type OtherField = 'uf' | 'municipios' | 'searchQuery';
type DataField = 'periodoInicio' | 'periodoFim' | 'movimentacao' | 'metodo' | 'serie';

type Loose<Value> = Value extends readonly unknown[]
  ? string[]
  : Value extends number
    ? number
    : string;

/** The request's names and values, as a client sends them. */
export type RawFilters = {
  [Name in Exclude<FieldName, OtherField | DataField>]?: Loose<NonNullable<SearchFilters[Name]>>;
} & {
  ufCode?: string;
  municipality?: string;
  periodoInicio: string;
  periodoFim: string;
  movimentacao: 'admissao' | 'desligamento' | 'todas';
  metodo: 'mte' | 'integral' | 'bruto';
  serie: 'ajustada' | 'declarada';
};

/** The statistics of an answer that the other engine computes. */
export type Recomputed = Omit<Statistics, 'standardDeviation' | 'medianInterval'>;

const wages = `(values
  (202001, 202001, 1039), (202002, 202012, 1045), (202101, 202112, 1100), (202201, 202212, 1212),
  (202301, 202304, 1302), (202305, 202312, 1320), (202401, 202412, 1412), (202501, 202512, 1518),
  (202601, 209912, 1621)) as wages(first, last, wage)`;

const amount = (column: string) =>
  `round(try_cast(replace(nullif("${column}", ''), ',', '.') as decimal(18, 6)), 2)`;

// Every column of the line is compared: amounts by value, the others as text.
const amounts = ['horascontratuais', 'salário', 'valorsaláriofixo'];
const sharedTexts =
  'competênciamov;região;uf;município;seção;subclasse;saldomovimentação;cbo2002ocupação;categoria;graudeinstrução;idade;raçacor;sexo;tipoempregador;tipoestabelecimento;tipomovimentação;tipodedeficiência;indtrabintermitente;indtrabparcial;tamestabjan;indicadoraprendiz;origemdainformação;competênciadec;indicadordeforadoprazo;unidadesaláriocódigo'.split(
    ';',
  );
const lineColumns = [
  ...sharedTexts.map((name) => `"${name}"`),
  ...amounts.map((name) => `${amount(name)} as "${name}"`),
].join(', ');
const keys = [...sharedTexts, ...amounts].map((name) => `"${name}"`).join(', ');

/** An independent implementation over the same files. */
export class Recomputation {
  readonly #connection: DuckDBConnection;

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  static async over(files: readonly OfficialText[]): Promise<Recomputation> {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const read = (kind: string) => {
      const selects = files
        .filter((file) => file.kind === kind)
        .map(
          ({ path }) => `select '${kind}' as file_kind, ${lineColumns}
            from read_csv('${path}', delim = ';', header = true, all_varchar = true, quote = '')`,
        );
      const none = `select '${kind}' as file_kind, ${[...sharedTexts, ...amounts]
        .map(
          (name) => `null${amounts.includes(name) ? '::decimal(18,2)' : '::varchar'} as "${name}"`,
        )
        .join(', ')} where false`;
      return [none, ...selects].join(' union all ');
    };
    // Copies of equal lines are numbered; the n-th exclusion of a line removes its n-th copy.
    await connection.run(`
      create table movements as
      select *, row_number() over (partition by ${keys}) as copy
      from (${read('MOV')} union all ${read('FOR')});
      create table exclusions as
      select *, row_number() over (partition by ${keys}) as copy from (${read('EXC')});
      alter table movements add column cancelled boolean default false;
      update movements set cancelled = true
      from exclusions
      where ${[...sharedTexts, ...amounts, 'copy']
        .map((name) => `movements."${name}" is not distinct from exclusions."${name}"`)
        .join(' and ')};
    `);
    return new Recomputation(connection);
  }

  async rows(sql: string): Promise<Record<string, unknown>[]> {
    const reader = await this.#connection.runAndReadAll(sql);
    return reader.getRowObjectsJson();
  }

  /** Occupations, places and months that occur in the lines, to draw queries from. */
  async values(column: string): Promise<string[]> {
    const rows = await this.rows(
      `select "${column}" as value from movements group by 1 order by count(*) desc, 1 limit 200`,
    );
    return rows.map(({ value }) => String(value));
  }

  async salaries(raw: RawFilters): Promise<number[]> {
    const rows = await this.rows(`
      select cast(round("salário" * 100) as bigint)::varchar as centavos
      from movements
      left join ${wages} on "competênciamov"::int between first and last
      where ${conditions(raw).join('\n and ')}
      order by "salário"`);
    return rows.map(({ centavos }) => Number(centavos));
  }

  /** The salaries in centavos, ascending, of each value of an SQL expression. */
  async salariesBy(raw: RawFilters, key: string): Promise<Map<string, number[]>> {
    const rows = await this.rows(`
      select (${key})::varchar as key, cast(round("salário" * 100) as bigint)::varchar as centavos,
        count(*)::int as records
      from movements
      left join ${wages} on "competênciamov"::int between first and last
      where ${conditions(raw).join('\n and ')}
      group by 1, "salário"
      order by 1, "salário"`);
    const groups = new Map<string, number[]>();
    for (const { key: name, centavos, records } of rows) {
      const group = groups.get(String(name)) ?? [];
      groups.set(String(name), group);
      for (let record = 0; record < Number(records); record++) group.push(Number(centavos));
    }
    return groups;
  }

  /** All movements, with or without a salary that the rule counts, of each value of an SQL expression. */
  async movementsBy(raw: RawFilters, key: string): Promise<Map<string, number>> {
    const rows = await this.rows(`
      select (${key})::varchar as key, count(*)::int as records
      from movements
      where ${selection(withoutBounds(raw)).join('\n and ')}
      group by 1`);
    return new Map(rows.map(({ key: name, records }) => [String(name), Number(records)]));
  }

  /** After suppression: with fewer than five records only the count. */
  async answer(raw: RawFilters): Promise<Recomputed> {
    const salaries = await this.salaries(raw);
    return salaries.length < minimumRecordsOf(raw)
      ? { ...statistics([]), count: salaries.length }
      : statistics(salaries);
  }
}

const minimumRecords = 5;

/** Race and disability are sensitive: a query that sets either needs thirty records. */
export const minimumRecordsOf = ({ raca, deficiencia }: Pick<RawFilters, 'raca' | 'deficiencia'>) =>
  raca === undefined && deficiencia === undefined ? minimumRecords : 30;

/** The file's codes of each group of the product. */
export const schoolingOfProduct: Record<string, string[]> = {
  '1': ['1'],
  '2': ['2', '3', '4'],
  '3': ['5'],
  '4': ['6'],
  '5': ['7'],
  '6': ['8'],
  '7': ['9'],
  '8': ['80'],
  '9': ['10'],
  '10': ['11'],
  '80': ['99', ''],
};
/** Ages from and to. */
export const bands: Record<string, [number, number]> = {
  '18-25': [18, 25],
  '26-35': [26, 35],
  '36-45': [36, 45],
  '46-55': [46, 55],
  '55+': [56, 999],
};

const schoolingOfLevel: Record<string, string> = {
  fundamental: `'1', '2', '3', '4', '5'`,
  medio: `'6', '7'`,
  superior: `'8', '9'`,
  pos: `'80', '10', '11'`,
};
// SEBRAE's sizes by the dictionary's bands of employees: industry is B to F, and its limits are 19, 99 and 499.
export const sizeOfBand = `case
  when "tamestabjan" in ('1', '2', '3') then 'MICRO'
  when "tamestabjan" = '4' then case when "seção" between 'B' and 'F' then 'MICRO' else 'PEQUENA' end
  when "tamestabjan" = '5' then 'PEQUENA'
  when "tamestabjan" = '6' then case when "seção" between 'B' and 'F' then 'PEQUENA' else 'MEDIA' end
  when "tamestabjan" in ('7', '8') then case when "seção" between 'B' and 'F' then 'MEDIA' else 'GRANDE' end
  when "tamestabjan" in ('9', '10') then 'GRANDE' end`;
export const weeklyHours: Record<string, string> = {
  'ate-20': `"horascontratuais" <= 20`,
  '20-30': `"horascontratuais" > 20 and "horascontratuais" <= 30`,
  '30-39': `"horascontratuais" > 30 and "horascontratuais" < 40`,
  '40-44': `"horascontratuais" >= 40 and "horascontratuais" <= 44`,
  'mais-de-44': `"horascontratuais" > 44`,
};
const isOfContract: Record<string, string> = {
  aprendiz: `("indicadoraprendiz" = '1' or "categoria" = '103')`,
  temporario: `"categoria" = '106'`,
  parcial: `"indtrabparcial" = '1'`,
  intermitente: `("indtrabintermitente" = '1' or "categoria" = '111')`,
  comum: `"indicadoraprendiz" <> '1' and "indtrabparcial" <> '1' and "indtrabintermitente" <> '1'
    and "categoria" not in ('103', '106', '111')`,
};
export const sixDigits = `lpad("cbo2002ocupação", 6, '0')`;
const listOf = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ');

function occupationOf({ cbo, cbos = [], familiaCbo, semCbos = [] }: RawFilters): string[] {
  const codes = [...cbos, ...(cbo === undefined ? [] : [cbo])];
  // Explicitly named occupations are included, whatever the query excludes from the family.
  const less = semCbos.length === 0 ? '' : `and ${sixDigits} not in (${listOf(semCbos)})`;
  const either = [
    ...(codes.length > 0 ? [`${sixDigits} in (${listOf(codes)})`] : []),
    ...(familiaCbo === undefined ? [] : [`(${sixDigits} like '${familiaCbo}__' ${less})`]),
  ];
  return either.length === 0 ? [] : [`(${either.join(' or ')})`];
}

/** Excluded: occupation fields, which add up, and data fields, which are not only about lines. */
type OwnField = Exclude<keyof RawFilters, 'cbo' | 'cbos' | 'familiaCbo' | 'semCbos' | DataField>;

/** The condition of each other filter alone: a missing one does not compile. */
const meanings: { readonly [Name in OwnField]: (value: NonNullable<RawFilters[Name]>) => string } =
  {
    regiao: (code) => `"região" = '${code}'`,
    ufCode: (code) => `"uf" = '${code}'`,
    regiaoIbge: (code) => `"município" in (${listOf(townsOfRegion(code))})`,
    municipality: (code) => `"município" = '${code}'`,
    salarioMin: (reais) => `"salário" >= ${reais}`,
    salarioMax: (reais) => `"salário" <= ${reais}`,
    genero: (letter) => `"sexo" = '${letter === 'M' ? 1 : 3}'`,
    escolaridade: (group) => `"graudeinstrução" in (${listOf(schoolingOfProduct[group] ?? [])})`,
    nivelEscolaridade: (level) => `"graudeinstrução" in (${schoolingOfLevel[level] ?? 'null'})`,
    faixaEtaria: (band) => {
      const [from, to] = bands[band] ?? [];
      return `try_cast("idade" as int) between ${from ?? 'null'} and ${to ?? 'null'}`;
    },
    porte: (size) => `${sizeOfBand} = '${size}'`,
    secao: (letter) => `"seção" = '${letter}'`,
    cnaes: (codes) =>
      codes.length === 0 ? 'true' : `lpad("subclasse", 7, '0') in (${listOf(codes)})`,
    horas: (band) => weeklyHours[band] ?? 'false',
    contrato: (kind) => isOfContract[kind] ?? 'false',
    raca: (code) => `"raçacor" = '${code}'`,
    deficiencia: (raw) => {
      if (raw === 'sim') return `try_cast("tipodedeficiência" as int) between 1 and 6`;
      return `"tipodedeficiência" = '${raw === 'nao' ? 0 : raw}'`;
    },
  };

/** IBGE's regions that the tests query, with their municipalities among those of the odd lines. */
const regionsOfTests: Record<string, string[]> = { '350019': ['350010'], '3301': ['330010'] };

const townsOfRegion = (code: string): string[] => {
  const towns = regionsOfTests[code];
  if (towns === undefined) throw new Error(`The region ${code} is not among those of the tests.`);
  return towns;
};

const meaningOf = <Name extends OwnField>(name: Name, value: RawFilters[Name]): string[] =>
  value === undefined ? [] : [meanings[name](value)];

/** A query without its salary bounds. */
export function withoutBounds(raw: RawFilters): RawFilters {
  const { salarioMin: _, salarioMax: __, ...unbounded } = raw;
  return unbounded;
}

/** The movements of a query, whatever their salary. */
function selection(raw: RawFilters): string[] {
  const list = [`"competênciamov"::int between ${raw.periodoInicio} and ${raw.periodoFim}`];
  if (raw.serie === 'declarada') list.push(`file_kind = 'MOV'`);
  else list.push(`not cancelled`);
  if (raw.movimentacao === 'admissao') list.push(`"saldomovimentação" = '1'`);
  if (raw.movimentacao === 'desligamento') list.push(`"saldomovimentação" = '-1'`);
  list.push(
    ...occupationOf(raw),
    ...keysOf(meanings).flatMap((name) => meaningOf(name, raw[name])),
  );
  return list;
}

function conditions(raw: RawFilters): string[] {
  const list = [...selection(raw), `"salário" is not null`];
  if (raw.metodo === 'bruto') list.push(`"salário" > 0`);
  else
    list.push(`"indtrabintermitente" <> '1'`, `"salário" >= 0.3 * wage`, `"salário" <= 150 * wage`);
  if (raw.metodo === 'integral')
    list.push(`"horascontratuais" >= 40`, `"indicadoraprendiz" <> '1'`);
  return list;
}

/** PERCENTIL.INC by its definition over the sorted list, in whole centavos with exact fractions. */
export function statistics(sorted: readonly number[]): Recomputed {
  const n = BigInt(sorted.length);
  if (n === 0n) {
    return {
      count: 0,
      average: null,
      median: null,
      min: null,
      max: null,
      p10: null,
      p25: null,
      p75: null,
      p90: null,
    };
  }
  const at = (index: bigint) => BigInt(sorted[Number(index)] ?? 0);
  const percentile = (percent: bigint) => {
    const position = (n - 1n) * percent;
    const index = position / 100n;
    const rest = position % 100n;
    const next = rest === 0n ? at(index) : at(index + 1n);
    return roundedReais(at(index) * (100n - rest) + next * rest, 100n);
  };
  return {
    count: sorted.length,
    average: roundedReais(
      sorted.reduce((sum, centavos) => sum + BigInt(centavos), 0n),
      n,
    ),
    median: percentile(50n),
    min: percentile(0n),
    max: percentile(100n),
    p10: percentile(10n),
    p25: percentile(25n),
    p75: percentile(75n),
    p90: percentile(90n),
  };
}

/** Centavos as a fraction, rounded half up, in reais. */
const roundedReais = (numerator: bigint, denominator: bigint) =>
  Number((numerator * 2n + denominator) / (denominator * 2n)) / 100;
