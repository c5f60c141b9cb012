import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { minimumWageCentavos } from '../../server/reference/minimum-wage.ts';
import { monthLater } from '../../shared/codes/months.ts';
import { openText } from '../../server/registry/ingest/open-text.ts';
import { runFolder } from './temporary-root.ts';

/** A real file as text: its columns by name, and the fields of each line. */
export interface RealFile {
  readonly columns: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** Reads an official file, packed or not. */
export async function readRealFile(path: string): Promise<RealFile> {
  const opened = await openText(path, { maxBytes: 2 ** 30 });
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened.chunks) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '');
  return { columns: header.split(';'), lines: lines.map((line) => line.split(';')) };
}

/** Writes a file under an official name in a separate folder; returns its path. */
export async function writeRealFile(name: string, { columns, lines }: RealFile): Promise<string> {
  await mkdir(runFolder(), { recursive: true });
  const path = join(await mkdtemp(join(runFolder(), 'caged-real-')), basename(name));
  const text = [columns, ...lines].map((fields) => fields.join(';')).join('\r\n');
  await writeFile(path, `${text}\r\n`);
  return path;
}

const changed = (
  file: RealFile,
  change: (fields: string[], line: readonly string[]) => void,
): RealFile => ({
  ...file,
  lines: file.lines.map((line) => {
    const fields = [...line];
    change(fields, line);
    return fields;
  }),
});

/** Removes the decimal comma of these columns in a share of the lines, drawn by `random` (0 to below 1). */
export function withoutCommas(
  file: RealFile,
  {
    columns,
    share,
    random,
  }: {
    readonly columns: readonly string[];
    readonly share: number;
    readonly random: () => number;
  },
): RealFile {
  const places = columns.map((name) => file.columns.indexOf(name));
  return changed(file, (fields) => {
    if (random() >= share) return;
    for (const place of places) fields[place] = (fields[place] ?? '').replace(',', '');
  });
}

/** The month of the file that is the source of the other months. */
const sourceMonth = '202307';

/** Months from one AAAAMM to another. */
const monthsFrom = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(4)) -
  Number(from.slice(4));

/**
 * A realistic month of one state, made of the real late declarations of July 2023. Employers (activity and
 * municipality) appear and disappear as a whole, about two in five of them per month, more in some seasons. Months are
 * shifted, and salaries follow the minimum wage.
 */
export function stateMonth(
  file: RealFile,
  {
    uf,
    month,
    random,
  }: { readonly uf: string; readonly month: string; readonly random: () => number },
): RealFile {
  const place = (name: string) => file.columns.indexOf(name);
  const [ofState, ofMonth, declared] = [
    place('uf'),
    place('competênciamov'),
    place('competênciadec'),
  ];
  const [municipality, subclass] = [place('município'), place('subclasse')];
  const salaries = ['salário', 'valorsaláriofixo'].map(place);
  const shift = monthsFrom(sourceMonth, month);
  const season = 0.42 + 0.12 * Math.sin((Number(month.slice(4)) / 6) * Math.PI);
  const employers = new Map<string, boolean>();
  const isIn = (line: readonly string[]) => {
    const employer = `${line[municipality]} ${line[subclass]}`;
    const known = employers.get(employer);
    if (known !== undefined) return known;
    const drawn = random() < season;
    employers.set(employer, drawn);
    return drawn;
  };
  const own = file.lines.filter((line) => line[ofState] === uf && isIn(line));
  return changed({ ...file, lines: own }, (fields, line) => {
    const moved = monthLater(line[ofMonth] ?? '', shift);
    const ratio = minimumWageCentavos(moved) / minimumWageCentavos(line[ofMonth] ?? '');
    fields[ofMonth] = moved;
    fields[declared] = month;
    for (const pay of salaries) {
      const amount = fields[pay] ?? '';
      if (amount === '') continue;
      const reais = Number(amount.replace(',', '.')) * ratio;
      fields[pay] = reais.toFixed(2).replace('.', ',');
    }
  });
}
