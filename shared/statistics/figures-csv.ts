import { keysOf } from '../codes/keys.ts';
import { figureKey, OfficialFigureImport } from '../contracts/integrity.ts';

const columns = {
  edicao: 'edition',
  mes: 'month',
  serie: 'series',
  admissoes: 'admissions',
  desligamentos: 'separations',
  saldo: 'balance',
  salario_medio_nominal: 'nominalWage',
  fonte: 'source',
} as const satisfies Record<string, keyof OfficialFigureImport>;
const numbers: ReadonlySet<string> = new Set([
  'admissoes',
  'desligamentos',
  'saldo',
  'salario_medio_nominal',
]);

export const figuresCsvHeader = keysOf(columns).join(';');
const wrongHeader = `A primeira linha do CSV deve ser ${figuresCsvHeader}.`;

export interface FigureLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** As the JSON of the same call has it; not validated yet. */
  readonly figure: Record<string, unknown>;
}

/** The lines of a CSV of official figures, or a Portuguese sentence about its header. Empty lines are skipped. */
export function readFigureLines(text: string): readonly FigureLine[] | string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => content.trim() !== '');
  const [header, ...rest] = lines;
  if (header?.content.trim().toLowerCase() !== figuresCsvHeader) return wrongHeader;
  return rest.map(({ line, content }) => ({ line, figure: readLine(content) }));
}

function readLine(line: string): Record<string, unknown> {
  // A cell in quotes may contain semicolons, and its own quotes are doubled.
  const cells = [...`${line};`.matchAll(/(?:\s*"((?:[^"]|"")*)"\s*|([^;]*));/g)].map(
    ([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare.trim(),
  );
  const names = keysOf(columns);
  const fields = names.map((name, at) => {
    // Without quotes, a semicolon in the last column looks like the end of a cell.
    const rest = name === 'fonte' ? cells.slice(names.length) : [];
    const cell = [cells[at] ?? '', ...rest].filter(Boolean).join('; ');
    if (numbers.has(name)) return [columns[name], readNumber(cell)];
    return [columns[name], name === 'serie' ? cell.toLowerCase() : cell];
  });
  return Object.fromEntries(fields);
}

/** `1.384.986`, `2.081,50`, `2081.50` and `−2.081` are numbers; an empty cell is null; validation rejects others. */
function readNumber(cell: string): number | string | null {
  if (cell === '') return null;
  // Screens have a minus sign, keyboards a hyphen.
  const text = cell.replace('−', '-');
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(text)) {
    return Number(text.replaceAll('.', '').replace(',', '.'));
  }
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text;
}

export interface FigureProblem {
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

/** The importable figures, and all problems, by line. */
export function checkFigureLines(lines: readonly FigureLine[]): {
  readonly figures: readonly OfficialFigureImport[];
  readonly problems: readonly FigureProblem[];
} {
  const figures: OfficialFigureImport[] = [];
  const problems: FigureProblem[] = [];
  const firstLines = new Map<string, number>();
  for (const { line, figure } of lines) {
    const checked = OfficialFigureImport.safeParse(figure);
    if (checked.success) {
      figures.push(checked.data);
      const key = figureKey(checked.data);
      const first = firstLines.get(key);
      if (first === undefined) firstLines.set(key, line);
      else problems.push({ line, column: 'mes', message: repeated(first) });
    } else {
      for (const { path, message } of checked.error.issues) {
        problems.push({ line, column: columnOf(path[0]), message });
      }
    }
  }
  return { figures, problems };
}

const repeated = (first: number) => `A edição, o mês e a série são os da linha ${first}.`;

const columnOf = (field: PropertyKey | undefined) =>
  Object.entries(columns).find(([, name]) => name === field)?.[0] ?? '';
