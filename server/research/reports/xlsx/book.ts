import { DocProperties, Workbook } from 'wasm-xlsxwriter';
import type { ReportModel } from '../model.ts';
import { noticesOf } from '../notices.ts';
import { reference } from './cells.ts';
import { newFormats, type Formats } from './formats.ts';
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
    const additions: SheetAdditions = { validations: [], grown: undefined };
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
