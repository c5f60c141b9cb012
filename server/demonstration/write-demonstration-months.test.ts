import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minimumWageCentavos } from '../reference/minimum-wage.ts';
import { exclusionHeader, movementHeader } from './official-text.ts';
import {
  defaultDemonstration,
  writeDemonstrationMonths,
  type DemonstrationFile,
} from './write-demonstration-months.ts';

type Row = Readonly<Record<string, string>>;

let directory: string;
let files: DemonstrationFile[];
const texts = new Map<string, string>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'demonstration-'));
  files = await writeDemonstrationMonths({ directory, ...defaultDemonstration });
  for (const { kind, month, path } of files) {
    texts.set(`${kind} ${month}`, await readFile(path, 'utf8'));
  }
});

afterAll(() => rm(directory, { recursive: true }));

const linesOf = (file: DemonstrationFile) =>
  (texts.get(`${file.kind} ${file.month}`) ?? '').split('\r\n').slice(1, -1);

const rowsByKind = new Map<string, FileRow[]>();
type FileRow = Row & { readonly file: string };

function rowsOf(kind: DemonstrationFile['kind']): FileRow[] {
  const known = rowsByKind.get(kind);
  if (known) return known;
  const columns = (kind === 'EXC' ? exclusionHeader : movementHeader).split(';');
  const rows = files
    .filter((file) => file.kind === kind)
    .flatMap((file) => linesOf(file).map((line) => rowOf(columns, line, file.month)));
  rowsByKind.set(kind, rows);
  return rows;
}

function rowOf(columns: readonly string[], line: string, file: string): FileRow {
  const values = line.split(';');
  const entries = columns.map((column, index) => [column, values[index] ?? ''] as const);
  return { ...Object.fromEntries(entries), file };
}

const share = <Each>(all: readonly Each[], isSo: (each: Each) => boolean) =>
  all.filter(isSo).length / all.length;

const isPaid = (reais: string) => (row: Row) => row['salário'] === reais;

/** A salary in minimum wages of its month. */
function wages(row: Row): number {
  const reais = Number((row['salário'] ?? '').replace(',', '.'));
  return (reais * 100) / minimumWageCentavos(row['competênciamov'] ?? '');
}

describe('the files', () => {
  test('are MOV of each month, and FOR and EXC from the second on', async () => {
    expect(files).toHaveLength(14 + 13 + 13);
    expect((await readdir(directory)).toSorted()).toEqual(
      files.map(({ kind, month }) => `CAGED${kind}${month}.txt`).toSorted(),
    );
    expect(files[0]).toMatchObject({ kind: 'MOV', month: '202508' });
    expect(files.at(-1)).toMatchObject({ kind: 'EXC', month: '202609' });
  });

  test('have about the lines asked for, and tell how many', () => {
    const lines = files
      .filter(({ kind }) => kind === 'MOV')
      .reduce((sum, file) => sum + file.lines, 0);
    expect(lines / 14).toBeGreaterThan(11_500);
    expect(lines / 14).toBeLessThan(12_500);
    for (const file of files) expect(linesOf(file)).toHaveLength(file.lines);
  });

  test('keep the official form', () => {
    for (const file of files) {
      const text = texts.get(`${file.kind} ${file.month}`) ?? '';
      const header = file.kind === 'EXC' ? exclusionHeader : movementHeader;
      expect(text.startsWith(`${header}\r\n`)).toBe(true);
      expect(text.endsWith('\r\n')).toBe(true);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n"]/);
      const columns = header.split(';').length;
      expect(linesOf(file).every((line) => line.split(';').length === columns)).toBe(true);
    }
  });

  test('have values of the official form only', () => {
    const forms: Record<string, RegExp> = {
      competênciamov: /^20\d{4}$/,
      município: /^\d{6}$/,
      seção: /^[A-UZ]$/,
      subclasse: /^[1-9]\d{5,6}$/,
      saldomovimentação: /^-?1$/,
      cbo2002ocupação: /^[1-9]\d{4,5}$/,
      idade: /^(1[6-9]|[2-6]\d|70|)$/,
      horascontratuais: /^(?:[1-9]\d*)?,\d\d$/,
      sexo: /^[139]$/,
      salário: /^(?:(?:[1-9]\d*)?,\d\d)?$/,
      valorsaláriofixo: /^(?:(?:[1-9]\d*)?,\d\d)?$/,
    };
    for (const kind of ['MOV', 'FOR', 'EXC'] as const) {
      const rows = rowsOf(kind);
      for (const [column, form] of Object.entries(forms)) {
        expect(rows.filter((row) => !form.test(row[column] ?? '')).slice(0, 1)).toEqual([]);
      }
    }
  });
});

describe('months and declarations', () => {
  test('MOV declares its own month in time', () => {
    const others = rowsOf('MOV').filter(
      (row) =>
        row['competênciamov'] !== row.file ||
        row['competênciadec'] !== row.file ||
        row['indicadordeforadoprazo'] !== '0',
    );
    expect(others).toEqual([]);
  });

  test('FOR declares late what happened up to a year before, in months that were written', () => {
    const months: readonly string[] = defaultDemonstration.months;
    for (const row of rowsOf('FOR')) {
      const back = months.indexOf(row.file) - months.indexOf(row['competênciamov'] ?? '');
      expect(back).toBeGreaterThanOrEqual(1);
      expect(back).toBeLessThanOrEqual(12);
      expect([row['competênciadec'], row['indicadordeforadoprazo']]).toEqual([row.file, '1']);
    }
  });

  test('each exclusion cancels a copy of an earlier line, but for a few', () => {
    const copies = new Map<string, number>();
    let cancelled = 0;
    let unmatched = 0;
    const inTime = { '0': 0, '1': 0 };
    for (const month of defaultDemonstration.months) {
      for (const file of files.filter((each) => each.month === month && each.kind === 'EXC')) {
        for (const line of linesOf(file)) {
          const values = line.split(';');
          expect(values.slice(25, 27)).toEqual([month, '1']);
          const original = values.toSpliced(25, 2).join(';');
          const left = copies.get(original) ?? 0;
          if (left > 0) {
            copies.set(original, left - 1);
            inTime[values[27] === '1' ? '1' : '0']++;
            cancelled++;
          } else unmatched++;
        }
      }
      for (const file of files.filter((each) => each.month === month && each.kind !== 'EXC')) {
        for (const line of linesOf(file)) copies.set(line, (copies.get(line) ?? 0) + 1);
      }
    }
    expect(cancelled).toBeGreaterThan(800);
    expect(unmatched).toBeGreaterThan(10);
    expect(unmatched / (cancelled + unmatched)).toBeLessThan(0.1);
    expect(inTime['0']).toBeGreaterThan(inTime['1']);
    expect(inTime['1']).toBeGreaterThan(50);
  });
});

describe('shares', () => {
  test('are about those of the official files', () => {
    const rows = rowsOf('MOV');
    expect(share(rows, (row) => row['saldomovimentação'] === '1')).toBeCloseTo(0.51, 1);
    expect(share(rows, isPaid(''))).toBeCloseTo(0.05, 2);
    expect(share(rows, isPaid(',00'))).toBeCloseTo(0.024, 2);
    expect(share(rows, isPaid(',01'))).toBeCloseTo(0.024, 2);
    expect(share(rows, (row) => row['horascontratuais'] === '44,00')).toBeGreaterThan(0.7);
    expect(share(rows, (row) => row['indtrabintermitente'] === '1')).toBeCloseTo(0.022, 2);
    expect(share(rows, (row) => row['sexo'] === '3')).toBeGreaterThan(0.35);
    expect(share(rows, (row) => row['sexo'] === '3')).toBeLessThan(0.5);
    expect(share(rows, (row) => row['uf'] === '35')).toBeCloseTo(0.28, 1);
    expect(new Set(rows.map((row) => row['uf'])).size).toBe(28);
  });

  test('some salaries pass 150 minimum wages, many are just one', () => {
    const rows = rowsOf('MOV');
    expect(rows.some((row) => wages(row) > 150)).toBe(true);
    expect(share(rows, (row) => wages(row) > 150)).toBeLessThan(0.002);
    expect(share(rows, (row) => wages(row) === 1)).toBeGreaterThan(0.08);
    expect(share(rows, (row) => wages(row) === 1)).toBeLessThan(0.3);
  });

  test('about three lines in a hundred repeat another', () => {
    for (const file of files.filter(({ kind }) => kind === 'MOV')) {
      const lines = linesOf(file);
      const repeated = 1 - new Set(lines).size / lines.length;
      expect(repeated).toBeGreaterThan(0.02);
      expect(repeated).toBeLessThan(0.05);
    }
  });

  test('special contracts and unknown codes hold together', () => {
    const rows = rowsOf('MOV');
    const torn = rows.filter(
      (row) =>
        (row['indicadoraprendiz'] === '1') !== (row['categoria'] === '103') ||
        (row['indtrabintermitente'] === '1') !== (row['categoria'] === '111') ||
        (row['unidadesaláriocódigo'] === '99') !== (row['salário'] === '') ||
        (row['município'] === '999999') !== (row['uf'] === '99' && row['região'] === '9') ||
        (row['seção'] === 'Z') !== (row['subclasse'] === '9999999'),
    );
    expect(torn).toEqual([]);
    for (const code of ['cbo2002ocupação', 'município']) {
      expect(share(rows, (row) => row[code] === '999999')).toBeGreaterThan(0);
      expect(share(rows, (row) => row[code] === '999999')).toBeLessThan(0.005);
    }
    expect(rows.some((row) => row['cbo2002ocupação'] === '31210')).toBe(true);
  });
});

describe('one plan', () => {
  const plan = { months: ['202512', '202601', '202602'], linesPerMonth: 500, seed: 'one' };

  async function bytesOf(seed: string): Promise<string> {
    const target = await mkdtemp(join(tmpdir(), 'demonstration-'));
    const written = await writeDemonstrationMonths({ ...plan, seed, directory: target });
    const contents = await Promise.all(written.map(({ path }) => readFile(path, 'utf8')));
    await rm(target, { recursive: true });
    return contents.join('');
  }

  test('writes the same bytes again, and others with another seed', async () => {
    const first = await bytesOf('one');
    expect(await bytesOf('one')).toBe(first);
    expect(await bytesOf('two')).not.toBe(first);
  });

  test('is written in less than two seconds', async () => {
    const start = performance.now();
    await writeDemonstrationMonths({ directory, ...defaultDemonstration });
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
