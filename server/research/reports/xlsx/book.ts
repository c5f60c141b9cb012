import { DocProperties, Workbook } from 'wasm-xlsxwriter';
import type { ReportModel } from '../model.ts';
import { noticesOf } from '../notices.ts';
import { reference } from './cells.ts';
import { newFormats, type Formats } from './formats.ts';
import { Sheet, type SheetAdditions, type SheetStart } from './sheet.ts';

/** A workbook under way: its sheets in their order, the names that formulas use, and what is added afterwards. */
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

  /** Adds a sheet with what stands on each: notice, title, header and footer, A4. */
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

  /** The workbook as the library writes it, and what each sheet, in order, is to get. */
  finish(): { readonly archive: Uint8Array; readonly additions: readonly SheetAdditions[] } {
    const archive = this.#workbook.saveToBufferSync();
    this.#workbook.free();
    return { archive, additions: this.#additions };
  }
}
