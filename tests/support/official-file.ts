import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileKind } from '../../shared/contracts/uploads.ts';
import { columnsOf, isOptional } from '../../server/platform/warehouse/layout.ts';
import { runFolder } from './temporary-root.ts';

/** Fields of a line by the product's column names, as text of the official file. */
export type LineFields = Readonly<Record<string, string>>;

/** A shop assistant hired in São Paulo in July 2023, declared in time: tests change a field or two. */
const ordinary: LineFields = {
  month: '202307',
  region: '3',
  uf: '35',
  municipality: '355030',
  section: 'G',
  subclass: '4781400',
  balance: '1',
  cbo: '521110',
  category: '101',
  schooling: '7',
  age: '30',
  hours: '44,00',
  race: '1',
  sex: '1',
  employer_type: '0',
  establishment_type: '1',
  movement_type: '97',
  disability: '0',
  intermittent: '0',
  part_time: '0',
  salary: '1500,00',
  company_size: '5',
  apprentice: '0',
  origin: '1',
  declared_month: '202307',
  late: '0',
  salary_unit: '5',
  fixed_salary: '1500,00',
};

/** The columns that files of a kind have in all months; EXC has its two columns in the middle, after competênciadec. */
export function officialColumns(kind: FileKind): string[] {
  const columns = columnsOf(kind === 'EXC' ? 'FOR' : kind).filter((column) => !isOptional(column));
  const names = columns.map(({ name }) => name);
  if (kind !== 'EXC') return names;
  return names.toSpliced(
    names.indexOf('declared_month') + 1,
    0,
    'exclusion_month',
    'exclusion_indicator',
  );
}

export function officialHeader(kind: FileKind, columns = officialColumns(kind)): string {
  const headers = new Map(columnsOf('EXC').map(({ name, header }) => [name, header]));
  return columns.map((name) => headers.get(name)).join(';');
}

/** As in real files: the category also encodes intermittent work and apprenticeship. */
function categoryOf({ intermittent, apprentice }: LineFields): string {
  if (intermittent === '1') return '111';
  return apprentice === '1' ? '103' : '101';
}

/** The text of an official file with these lines and columns, CRLF as MTE writes it. */
export function officialText(
  kind: FileKind,
  lines: readonly LineFields[],
  columns = officialColumns(kind),
): string {
  const kindFields: Record<FileKind, LineFields> = {
    MOV: {},
    FOR: { late: '1', month: '202306' },
    EXC: { exclusion_month: '202308', exclusion_indicator: '1' },
  };
  const rows = lines.map((line) => {
    const fields: LineFields = {
      ...ordinary,
      category: categoryOf(line),
      ...kindFields[kind],
      ...line,
    };
    return columns.map((name) => fields[name] ?? '').join(';');
  });
  return [officialHeader(kind, columns), ...rows, ''].join('\r\n');
}

/** Writes an official file into a new, separate folder; returns the path. */
export async function officialFile(
  name: string,
  kind: FileKind,
  lines: readonly LineFields[],
): Promise<string> {
  return textFile(name, officialText(kind, lines));
}

export async function textFile(name: string, content: string | Buffer): Promise<string> {
  const path = join(await mkdtemp(join(runFolder(), 'caged-file-')), name);
  await writeFile(path, content);
  return path;
}

/** The MOV file of July 2023 with this many ordinary lines, all alike. */
export const ordinaryMonth = (lines: number): Promise<string> =>
  officialFile(
    'CAGEDMOV202307.txt',
    'MOV',
    Array.from({ length: lines }, () => ({})),
  );
