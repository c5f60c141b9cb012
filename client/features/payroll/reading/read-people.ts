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
import type { PlaceFinder } from '../matching/find-places.ts';
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
  let above: readonly string[] = [];
  for (const [index, cells] of table.rows.entries()) {
    if (cells.every((cell) => cell === '')) continue;
    const row = table.headerRow + 1 + index;
    const textOf = (column: RollColumnName) => textAt(cells, columns[column]);
    const cellOf = (column: RollColumnName) => textOf(column).trim();
    // Cells beyond the header's come from a separator within a value, after which each value is in a wrong column.
    if (cells.slice(table.header.length).some((cell) => cell !== '')) {
      refused.push({ row, text: tooManyCells });
      continue;
    }
    const writtenTitle = cellOf('cargo');
    const hasError = errorValue.test(writtenTitle);
    const [title, cbo] = [hasError ? '' : writtenTitle, cboOf(cellOf('cbo'))];
    const sex = sexOf(cellOf('sexo'));
    const hired = dayOf(cellOf('admissao'));
    const salary = parseSalary(textOf('salario'));
    const hours = parseHours(cellOf('horas'), hoursUnit);
    const hasJob = title !== '' || cbo !== null;
    const salaryTitle = table.header[columns.salario ?? -1] ?? '';
    if (salaryTitle !== '' && cellOf('salario') === salaryTitle) {
      refused.push({ row, text: 'repete os títulos' });
      continue;
    }
    const labels = hasJob ? [cellOf('identificacao'), title] : cells.filter(Boolean).slice(0, 1);
    if (labels.some((text) => ofTotals.test(plainText(text))) || hasSubtotal(cells, above)) {
      refused.push({ row, text: 'é uma linha de total' });
      continue;
    }
    if (!hasJob) {
      const written = cellOf('cbo');
      const lacking = hasError
        ? `o cargo é ${quoted(writtenTitle)}: corrija a fórmula na planilha`
        : 'não há cargo nem CBO: preencha um dos dois';
      refused.push({ row, text: written === '' ? lacking : `não há cargo, e ${noCbo(written)}` });
      continue;
    }
    above = cells;
    if ('problem' in salary || 'problem' in hours) {
      const problems = [salary, hours].flatMap((result) =>
        'problem' in result ? [result.problem] : [],
      );
      refused.push({ row, text: problems.join('; ') });
      continue;
    }
    const place = finders.places.find(cellOf('municipio'), cellOf('uf'));
    const [writtenCbo, writtenSex, day] = [cellOf('cbo'), cellOf('sexo'), cellOf('admissao')];
    const unread = [
      place.problem && `${place.problem} (usamos o lugar mais amplo conhecido)`,
      cbo === null && writtenCbo !== '' && noCbo(writtenCbo),
      sex === null &&
        writtenSex !== '' &&
        `o sexo ${quoted(writtenSex)} não foi entendido: use F ou M`,
      hired === null && day !== '' && `a admissão ${quoted(day)} não foi entendida: use 31/07/2023`,
    ].filter((text) => typeof text === 'string');
    if (unread.length > 0) doubts.push({ row, text: unread.join('; ') });
    const jobKey = jobKeyOf(title, cbo);
    matches[jobKey] ??= finders.titles.match(title, cbo);
    people.push({
      row,
      identification: cellOf('identificacao'),
      title: title === '' ? (cbo ?? '') : title,
      jobKey,
      area: cellOf('area'),
      sex,
      municipality: place.municipality,
      uf: place.uf,
      centavos: salary.value,
      hours: hours.value ?? usualHours * 100,
      hasUsualHours: hours.value === null,
      hired,
    });
  }
  const salaryHeader = table.header[columns.salario ?? -1];
  const unused = unusedColumns(table, columns);
  return { fileName, salaryHeader, unused, people, matches, refused, doubts, notes: table.notes };
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
