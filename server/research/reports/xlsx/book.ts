import { DocProperties, Workbook } from 'wasm-xlsxwriter';
import type { Panels } from '../../../../shared/contracts/panels.ts';
import { type RankedDistribution, withRanks } from '../../../../shared/statistics/percentile.ts';
import { suppressionSentences } from '../../../../shared/statistics/suppression.ts';
import { type ReportModel, type ReportSelection, noticeOf } from '../model.ts';
import { selectionName } from '../selection-name.ts';
import { reference } from './cells.ts';
import { type Formats, newFormats } from './formats.ts';
import { Sheet, type SheetStart } from './sheet.ts';
import type { StreamedRows } from './streamed-rows.ts';

/** A workbook under construction: its sheets, in order. */
export class Book {
  readonly model: ReportModel;
  readonly formats: Formats;
  readonly #workbook = new Workbook();
  readonly #sheets: Sheet[] = [];

  constructor(model: ReportModel) {
    this.model = model;
    this.formats = newFormats();
    this.#workbook.setProperties(
      new DocProperties()
        .setTitle(model.name)
        .setSubject('Salários do Novo CAGED')
        .setAuthor('CAGED Analytics')
        .setCompany(model.companyName ?? '')
        .setComment(noticeOf(model) ?? ''),
    );
  }

  /** Adds an A4 sheet with the common parts: notice, title, header and footer. */
  addSheet(start: SheetStart): Sheet {
    const sheet = new Sheet(this.#workbook.addWorksheet(), this, start);
    this.#sheets.push(sheet);
    return sheet;
  }

  /** Adds a sheet that repeats its columns for each selection: it is printed a page wide for each. */
  addGroupedSheet(name: string, title: string): Sheet {
    return this.addSheet({ name, title, pagesWide: this.model.selections.length });
  }

  /** Defines a name for a cell, or for the cells from it to another one. */
  name(
    name: string,
    sheet: Sheet,
    from: readonly [number, number],
    to?: readonly [number, number],
  ) {
    this.#workbook.defineName(name, `=${reference(sheet.name, from, to)}`);
  }

  /** The workbook as the library writes it, and the rows to stream into each sheet, in order. */
  finish(): { readonly archive: Uint8Array; readonly streamed: (StreamedRows | undefined)[] } {
    for (const sheet of this.#sheets) sheet.close();
    const archive = this.#workbook.saveToBufferSync();
    this.#workbook.free();
    return { archive, streamed: this.#sheets.map(({ streamed }) => streamed) };
  }
}

/** The name above a selection's columns; undefined if it is the only one. */
export function groupLabel(model: ReportModel, selection: ReportSelection): string | undefined {
  return model.selections.length > 1
    ? `${selection.label} · ${selectionName(selection, model.selections)}`
    : undefined;
}

/** A text about a selection's panels, after its label in a comparison; none without panels or text. */
export const selectionTexts = ({ selections }: ReportModel, textOf: (panels: Panels) => string) =>
  selections.flatMap(({ label, answer: { panels } }) => {
    const text = panels === null ? '' : textOf(panels);
    if (text === '') return [];
    return selections.length > 1 ? `${label}: ${text}` : text;
  });

export const hasStatistics = ({ answer }: ReportSelection) => answer.statistics.median !== null;

/** Why a report whose selections all lack statistics shows none. */
export const suppressionText = ({ selections }: ReportModel): string =>
  [
    ...new Set(
      selections.map(({ answer }) => suppressionSentences[answer.suppressed ?? 'poucos_registros']),
    ),
  ].join(' ');

/** A selection with its distribution; null if there are too few records. */
export interface RankedSelection {
  readonly selection: ReportSelection;
  readonly distribution: RankedDistribution | null;
}

/** All selections in order, with their distributions by rank. */
export function rankedSelections({ selections }: ReportModel): RankedSelection[] {
  return selections.map((selection) => ({
    selection,
    distribution: hasStatistics(selection) ? withRanks(selection.answer.distribution) : null,
  }));
}
