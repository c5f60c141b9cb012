import { DocProperties, Workbook } from 'wasm-xlsxwriter';
import { type PreparedDistribution, prepare } from '../../../../shared/statistics/percentile.ts';
import { questionLine } from '../../../../shared/words/question-words.ts';
import { type ReportModel, type ReportSelection, noticesOf } from '../model.ts';
import { reference } from './cells.ts';
import { type Formats, newFormats } from './formats.ts';
import { Sheet, type SheetAdditions, type SheetStart } from './sheet.ts';

/** A workbook under construction: its sheets in order, the names that formulas use, and the parts added afterwards. */
export class Book {
  readonly model: ReportModel;
  readonly formats: Formats;
  readonly #workbook = new Workbook();
  readonly #additions: SheetAdditions[] = [];

  constructor(model: ReportModel) {
    this.model = model;
    this.formats = newFormats();
    this.#workbook.setProperties(
      new DocProperties()
        .setTitle(model.name)
        .setSubject('Salários do Novo CAGED')
        .setAuthor('CAGED Analytics')
        .setCompany(model.companyName ?? '')
        .setComment(noticesOf(model).join(' · ')),
    );
  }

  /** Adds an A4 sheet with the common parts: notice, title, header and footer. */
  addSheet(start: SheetStart): Sheet {
    const additions: SheetAdditions = { validations: [], streamed: undefined };
    this.#additions.push(additions);
    return new Sheet(this.#workbook.addWorksheet(), this, start, additions);
  }

  /** Gives cells a name that formulas can use: letters, digits and underscores. */
  name(
    name: string,
    sheet: Sheet,
    from: readonly [number, number],
    to?: readonly [number, number],
  ) {
    this.#workbook.defineName(name, `=${reference(sheet.name, from, to)}`);
  }

  /** The workbook as the library writes it, and the additions to each sheet, in order. */
  finish(): { readonly archive: Uint8Array; readonly additions: readonly SheetAdditions[] } {
    const archive = this.#workbook.saveToBufferSync();
    this.#workbook.free();
    return { archive, additions: this.#additions };
  }
}

/** The name above a selection's columns; undefined if it is the only one. */
export function groupLabel(model: ReportModel, selection: ReportSelection): string | undefined {
  return model.selections.length > 1
    ? `${selection.label} · ${selection.question.subject}`
    : undefined;
}

/** The query, below each sheet's title. */
export function subtitleOf({ selections }: ReportModel): string {
  const [first] = selections;
  if (selections.length === 1 && first !== undefined) return questionLine(first.question);
  return selections
    .map((selection) => `${selection.label}: ${questionLine(selection.question)}`)
    .join(' | ');
}

/** The suffix of a workbook's defined names: `_A` in a comparison. */
export const nameEnding = (model: ReportModel, { label }: ReportSelection) =>
  model.selections.length > 1 ? `_${label}` : '';

export const hasStatistics = ({ answer }: ReportSelection) => answer.statistics.median !== null;

/** A selection with its distribution; null if there are too few records. */
export interface PreparedSelection {
  readonly selection: ReportSelection;
  readonly distribution: PreparedDistribution | null;
}

/** All selections in order, with prepared distributions. */
export function preparedSelections({ selections }: ReportModel): PreparedSelection[] {
  return selections.map((selection) => ({
    selection,
    distribution: hasStatistics(selection) ? prepare(selection.answer.distribution) : null,
  }));
}
