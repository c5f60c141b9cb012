import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { genders } from '../../../../shared/codes/codes.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import {
  ordinaryColumns,
  publishedColumns,
  type PublishedColumnName,
  type PublishedRecord,
} from '../../../../shared/codes/record-columns.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../../tests/support/official-file.ts';
import { officialFiles } from '../../../../tests/support/official-files.ts';
import { csvRow } from '../../../platform/csv.ts';
import { occupationsWith, useOccupations } from '../../../reference/occupations.ts';
import { currentRelease } from '../../../platform/store/current-release.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { sensitiveRecord } from './record-texts.ts';
import { recordBytes, recordsOf, type WrittenRecords } from './records.ts';
import { readableRelease } from '../../query/release.ts';

const everyColumn = keysOf(publishedColumns);

/** Each field in every form that a file may have, and codes outside the dictionaries. */
const oddFields: readonly LineFields[] = [
  ...['0', '1', '7', ''].map((late) => ({ late })),
  ...['31', '99', '42', ''].map((movement_type) => ({ movement_type })),
  ...['1', '010105', '999999', '1234567', ''].map((cbo) => ({ cbo })),
  ...['103', '106', '111', '7', '1234', ''].map((category) => ({ category })),
  ...['1', '120001', '999999', '99999999', ''].map((municipality) => ({ municipality })),
  ...['11', '99', '5', ''].map((uf) => ({ uf })),
  ...['1', '5', '9', ''].map((region) => ({ region })),
  ...['A', 'Z', 'x', ''].map((section) => ({ section })),
  ...['111301', '9999999', '12345678', ''].map((subclass) => ({ subclass })),
  ...['1', '4', '10', '80', '99', '33', '0', ''].map((schooling) => ({ schooling })),
  ...['', '0', '14', '119'].map((age) => ({ age })),
  ...['', '0,00', '0,05', '8,5', '38,25', '44,00', '168,10'].map((hours) => ({ hours })),
  ...['1', '3', '9', '0', ''].map((sex) => ({ sex })),
  ...['1', '9', '8', ''].map((race) => ({ race, disability: race, origin: race })),
  ...['0', '9', '7', ''].map((type) => ({ employer_type: type, establishment_type: type })),
  ...Array.from({ length: 16 }, (_, bits) => ({
    apprentice: String(bits & 1),
    category: (bits & 2) === 0 ? '101' : '106',
    part_time: String((bits >> 2) & 1),
    intermittent: String(bits >> 3),
  })),
  ...['B', 'G', ''].flatMap((section) =>
    ['1', '3', '4', '6', '7', '8', '9', '10', '90', '99', ''].map((company_size) => ({
      section,
      company_size,
    })),
  ),
  ...['0,01', '0,10', '1,00', '9999999999,99', '12345678,9'].map((salary) => ({ salary })),
  ...['', '0', '0,07', '7,27', '1000000'].map((fixed_salary) => ({ fixed_salary })),
  ...['1', '7', '8', '99', ''].map((salary_unit) => ({ salary_unit })),
  { balance: '-1', movement_type: '40' },
];

let odd: Installation;
beforeAll(async () => {
  odd = await newInstallation();
  await odd.loadApproved(await officialFile('CAGEDMOV202307.txt', 'MOV', oddFields));
});
afterEach(() => useOccupations(occupationsWith([], [])));
afterAll(async () => odd.close());

const everything = { movimentacao: 'todas', metodo: 'bruto' };

async function queryOf(filters: object) {
  const release = readableRelease(await currentRelease(odd.store));
  return resolveQuery(SearchFilters.parse(filters), release);
}

async function written(
  how: Partial<WrittenRecords> = {},
  filters: object = everything,
): Promise<string> {
  const query = await queryOf(filters);
  const requested = { columns: everyColumn, form: 'csv', ...how } as const;
  const chunks: Uint8Array[] = [];
  for await (const chunk of recordBytes(odd.warehouse, query, requested, {})) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A record as a line of CSV, which must equal the engine's line. */
const csvLine = ({ genero, idade, ...record }: PublishedRecord) => {
  const texts: Partial<Record<PublishedColumnName, string>> = {
    ...record,
    genero: genero && genders[genero].label,
    idade: String(idade ?? ''),
  };
  return csvRow(
    everyColumn.map((name) => {
      const text = texts[name] ?? null;
      return publishedColumns[name].kind === 'decimal' ? (text?.replace('.', ',') ?? null) : text;
    }),
  );
};

/** The same records as pages return them. */
async function textOf(filters: object = everything): Promise<string> {
  const query = await queryOf(filters);
  const page = { offset: 0, limit: 1_000_000, toColumns: sensitiveRecord };
  const records = await recordsOf(odd.warehouse, query, page, { timeoutMs: 60_000 });
  return records.map(csvLine).join('');
}

test('the engine writes every field as the record pages show it, in the same order', async () => {
  const text = await written();
  expect(text.split('\r\n')).toHaveLength(oddFields.length + 1);
  expect(text.split('\r\n')).toEqual((await textOf()).split('\r\n'));
});

test('an unknown value is empty, a code keeps its leading zeros, and money has a decimal comma', async () => {
  const columns: PublishedColumnName[] = [
    'cbo',
    'ocupacao',
    'salario',
    'idade',
    'horas',
    'contrato',
  ];
  const of = async (filters: object) => written({ columns }, { ...everything, ...filters });
  const whole = await of({});
  const lines = whole.split('\r\n');
  expect(lines).toContain('"000001";"";"1500,00";"30";"44";"Comum"');
  expect(lines).toContain(
    '"521110";"Vendedor de comércio varejista";"9999999999,99";"30";"44";"Comum"',
  );
  expect(lines).toContain('"521110";"Vendedor de comércio varejista";"0,01";"30";"44";"Comum"');
  expect(lines).toContain('"521110";"Vendedor de comércio varejista";"1500,00";"";"44";"Comum"');
  expect(lines).toContain('"521110";"Vendedor de comércio varejista";"1500,00";"30";"8,5";"Comum"');
  expect(lines).toContain(
    '"521110";"Vendedor de comércio varejista";"1500,00";"30";"44";"Aprendiz, Temporário, Tempo parcial, Intermitente"',
  );
});

test.each([
  '=HYPERLINK("http://x")',
  '+1+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
])(
  'a title that a spreadsheet would run, %j, is only text in a CSV, and itself in a cell',
  async (title) => {
    useOccupations(occupationsWith([{ code: '521110', title }], []));
    const columns: PublishedColumnName[] = ['ocupacao'];
    const csv = await written({ columns });
    expect(csv.split('\r\n')).toContain(`"'${title.replaceAll('"', '""')}"`);
    const cells = await written({ columns, form: 'cells' });
    const rows = cells.split('\n').slice(0, -1);
    expect(rows.map((row) => JSON.parse(row))).toContainEqual([title]);
  },
);

test('numeric cells are numbers, and cells without a value are empty', async () => {
  const columns: PublishedColumnName[] = ['competencia', 'salario', 'valor_fixo', 'horas', 'idade'];
  const lines = (await written({ columns, form: 'cells' })).split('\n');
  const rows: unknown[] = lines.slice(0, -1).map((line) => JSON.parse(line));
  expect(rows).toHaveLength(oddFields.length);
  expect(rows).toContainEqual(['202307', 9_999_999_999.99, 1500, 44, 30]);
  expect(rows).toContainEqual(['202307', 1500, 7.27, 44, 30]);
  expect(rows).toContainEqual(['202307', 1500, null, 44, 30]);
  expect(rows).toContainEqual(['202307', 1500, 1500, 38.25, 30]);
  expect(rows).toContainEqual(['202307', 1500, 1500, null, 30]);
});

test('a label comes first, and race and disability only where they are named', async () => {
  const [line = ''] = (await written({ columns: ordinaryColumns, label: 'B' })).split('\r\n');
  expect(line.split('";"')).toHaveLength(everyColumn.length - 4 + 1);
  expect(line.startsWith('"B";"202307";')).toBe(true);
  expect(ordinaryColumns).not.toContain('raca_nome');
  expect(ordinaryColumns).not.toContain('deficiencia');
});

const where = officialFiles.length > 0 ? '' : ' (none at hand)';

test(`the official files have the values that the pages state${where}`, async () => {
  if (officialFiles.length === 0) return;
  await odd.loadApproved(...officialFiles);
  const filters = { ...everything, periodoInicio: '202001' };
  const [text, expected] = [await written({}, filters), await textOf(filters)];
  expect(text.length).toBeGreaterThan(20_000_000);
  expect(text === expected).toBe(true);
});
