import { plainText } from '../../../../shared/words/format.ts';
import {
  cboOf,
  hasSeveralCbos,
  dayOf,
  hoursUnitOf,
  sexOf,
  parseHours,
  parseSalary,
  quoted,
  usualHours,
  type Sex,
} from './cell-values.ts';
import type { FoundPlace, PlaceFinder } from '../matching/find-places.ts';
import type { TitleFinder, TitleMatch } from '../matching/match-titles.ts';
import type { ReadTable, RollColumnName } from './roll-columns.ts';
import { unusedColumns } from './unused-columns.ts';

export interface Person {
  /** The row of the file, from 1. */
  readonly row: number;
  readonly identification: string;
  readonly title: string;
  /** Shared by equal jobs, so that one correction applies to all of them. */
  readonly jobKey: string;
  readonly area: string;
  readonly sex: Sex | null;
  readonly municipality: string | null;
  readonly uf: string | null;
  /** Per month, as the payroll has it. */
  readonly centavos: number;
  /** Hundredths a week. */
  readonly hours: number;
  /** The payroll has no hours. */
  readonly hasUsualHours: boolean;
  /** AAAA-MM-DD. */
  readonly hired: string | null;
}

/** A row that cannot be used, or that was only partly understood. */
export interface RowProblem {
  readonly row: number;
  readonly text: string;
}

/** A payroll after reading: all that the page needs, and all that is stored if the user chooses to store it. */
export interface Roll {
  readonly fileName: string;
  /** The header of the column that the salaries are from; older stored payrolls have none. */
  readonly salaryHeader?: string | undefined;
  /** The names of the columns that were not used; older stored payrolls have none. */
  readonly unused?: readonly string[] | undefined;
  readonly people: readonly Person[];
  readonly matches: Readonly<Record<string, TitleMatch>>;
  readonly refused: readonly RowProblem[];
  /** The parts of rows among the people that were not understood. */
  readonly doubts: readonly RowProblem[];
  readonly notes: readonly string[];
}

const maxTextLength = 200;

const textAt = (cells: readonly string[], place: number | undefined) =>
  place === undefined ? '' : (cells[place] ?? '').slice(0, maxTextLength);

/** The people of a table, each with the occupation that matches the job title. Empty rows are skipped. */
export function readPeople(
  { table, columns, fileName }: ReadTable,
  finders: { readonly titles: TitleFinder; readonly places: PlaceFinder },
): Roll {
  const people: Person[] = [];
  const refused: RowProblem[] = [];
  const doubts: RowProblem[] = [];
  const matches: Record<string, TitleMatch> = {};
  const hoursUnit = hoursUnitOf(
    textAt(table.header, columns.horas),
    table.rows.map((cells) => textAt(cells, columns.horas)),
  );
  const salaryHeader = table.header[columns.salario ?? -1];
  let above: readonly string[] = [];
  for (const [index, cells] of table.rows.entries()) {
    if (cells.every((cell) => cell === '')) continue;
    const row = table.headerRow + 1 + index;
    const line = lineOf(cells, columns);
    const reason = whyNoPerson(line, table.header.length, salaryHeader, above);
    if (reason !== null) {
      refused.push({ row, text: reason });
      continue;
    }
    above = cells;
    const salary = parseSalary(line.text('salario'));
    const hours = parseHours(line.cell('horas'), hoursUnit);
    if ('problem' in salary || 'problem' in hours) {
      const problems = [salary, hours].flatMap((result) =>
        'problem' in result ? [result.problem] : [],
      );
      refused.push({ row, text: problems.join('; ') });
      continue;
    }
    const { title, cbo } = line;
    const place = finders.places.find(line.cell('municipio'), line.cell('uf'));
    const sex = sexOf(line.cell('sexo'));
    const hired = dayOf(line.cell('admissao'));
    const unread = unreadParts(line, { place, sex, hired });
    if (unread.length > 0) doubts.push({ row, text: unread.join('; ') });
    const jobKey = jobKeyOf(title, cbo);
    matches[jobKey] ??= finders.titles.match(title, cbo);
    people.push({
      row,
      identification: line.cell('identificacao'),
      title: title === '' ? (cbo ?? '') : title,
      jobKey,
      area: line.cell('area'),
      sex,
      municipality: place.municipality,
      uf: place.uf,
      centavos: salary.value,
      hours: hours.value ?? usualHours * 100,
      hasUsualHours: hours.value === null,
      hired,
    });
  }
  const unused = unusedColumns(table, columns);
  return { fileName, salaryHeader, unused, people, matches, refused, doubts, notes: table.notes };
}

/** A row by the payroll's columns. Its title is empty if a formula left an error. */
function lineOf(cells: readonly string[], columns: ReadTable['columns']) {
  const text = (column: RollColumnName) => textAt(cells, columns[column]);
  const cell = (column: RollColumnName) => text(column).trim();
  const title = errorValue.test(cell('cargo')) ? '' : cell('cargo');
  return { cells, text, cell, title, cbo: cboOf(cell('cbo')) };
}

type Line = ReturnType<typeof lineOf>;

/** Why a row is no person of the payroll, for the user; null if it may be one. `above` are the cells of the last person. */
function whyNoPerson(
  line: Line,
  columnCount: number,
  salaryHeader: string | undefined,
  above: readonly string[],
): string | null {
  const { cells, title, cbo } = line;
  // Cells beyond the columns come from a separator within a value, after which each value is in a wrong column.
  if (cells.slice(columnCount).some((cell) => cell !== '')) return tooManyCells;
  if (salaryHeader && line.cell('salario') === salaryHeader) return 'repete os títulos';
  const hasJob = title !== '' || cbo !== null;
  const labels = hasJob ? [line.cell('identificacao'), title] : cells.filter(Boolean).slice(0, 1);
  if (labels.some((text) => ofTotals.test(plainText(text))) || hasSubtotal(cells, above)) {
    return 'é uma linha de total';
  }
  if (hasJob) return null;
  const [job, code] = [line.cell('cargo'), line.cell('cbo')];
  if (code !== '') return `não há cargo, e ${noCbo(code)}`;
  return job === ''
    ? 'não há cargo nem CBO: preencha um dos dois'
    : `o cargo é ${quoted(job)}: corrija a fórmula na planilha`;
}

/** The cells of a person that were not understood, for the user. */
function unreadParts(
  line: Line,
  { place, sex, hired }: { place: FoundPlace; sex: Sex | null; hired: string | null },
): string[] {
  const [code, writtenSex, day] = [line.cell('cbo'), line.cell('sexo'), line.cell('admissao')];
  return [
    place.problem && `${place.problem} (usamos o lugar mais amplo conhecido)`,
    line.cbo === null && code !== '' && noCbo(code),
    sex === null &&
      writtenSex !== '' &&
      `o sexo ${quoted(writtenSex)} não foi entendido: use F ou M`,
    hired === null && day !== '' && `a admissão ${quoted(day)} não foi entendida: use 31/07/2023`,
  ].filter((text) => typeof text === 'string');
}

/** An error that a formula left, such as "#N/D", which has the letters of a job ("P&D"). */
const errorValue = /^#\S+$/;
/** A row of totals begins so, under the names as well: in a table of Excel the count of people stands under the jobs. */
const ofTotals =
  /^((sub ?)?tota(l|is)\b|(valor|custo|soma) total$|somatorio\b|(soma|media|contagem)( geral)?$)/;

/** Whether a cell is a spreadsheet's subtotal, such as "Loja Total" below a person of "Loja", or its "Total Geral". */
const hasSubtotal = (cells: readonly string[], above: readonly string[]): boolean =>
  cells.some((cell, at) => {
    if (!/(total|m[eé]dia|geral)$/i.test(cell)) return false;
    const [, group, kind] = /^(.+) (total|media|geral)$/.exec(plainText(cell)) ?? [];
    if (kind === 'geral') return /^(total|media|contagem)$/.test(group ?? '');
    return group !== undefined && group === plainText(above[at] ?? '');
  });
const tooManyCells =
  'há mais células que títulos: dê um título a cada coluna, e ponha entre aspas o valor que contém o separador';
const noCbo = (cell: string) =>
  hasSeveralCbos(cell)
    ? `há mais de um CBO (${quoted(cell)}): deixe um só`
    : `o CBO ${quoted(cell)} não tem seis dígitos`;

const jobKeyOf = (title: string, cbo: string | null) => `${plainText(title)}|${cbo ?? ''}`;
