import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage, type RGB } from 'pdf-lib';

/** A4 in points. */
const pageWidth = 595;
const pageHeight = 842;
const margin = 48;
export const paperWidth = pageWidth - 2 * margin;
const footer = 40;

export const paperColours = {
  ink: rgb(0.086, 0.094, 0.106),
  muted: rgb(0.337, 0.361, 0.392),
  line: rgb(0.886, 0.89, 0.878),
  step1: rgb(0.894, 0.925, 0.976),
  step2: rgb(0.741, 0.816, 0.933),
  point: rgb(0.706, 0.314, 0.043),
} as const satisfies Record<string, RGB>;

/** A column of a table: its width, and whether its text is right-aligned. */
export interface PaperColumn {
  readonly header: string;
  readonly width: number;
  readonly isRight?: true;
}

/** Writes a document from top to bottom, page after page. */
export class PaperWriter {
  readonly #document: PDFDocument;
  readonly #plain: PDFFont;
  readonly #bold: PDFFont;
  #page: PDFPage;
  #top = margin;

  private constructor(document: PDFDocument, plain: PDFFont, bold: PDFFont) {
    this.#document = document;
    [this.#plain, this.#bold] = [plain, bold];
    this.#page = document.addPage([pageWidth, pageHeight]);
  }

  static async begin(title: string): Promise<PaperWriter> {
    const document = await PDFDocument.create();
    document.setTitle(title, { showInWindowTitleBar: true });
    document.setLanguage('pt-BR');
    document.setProducer('CAGED Analytics');
    document.setCreator('CAGED Analytics');
    const [plain, bold] = [
      await document.embedFont(StandardFonts.Helvetica),
      await document.embedFont(StandardFonts.HelveticaBold),
    ];
    return new PaperWriter(document, plain, bold);
  }

  title(text: string): void {
    this.#lines(text, { size: 20, leading: 26, font: this.#bold });
  }

  heading(text: string): void {
    this.room(70);
    this.#top += 14;
    this.#lines(text, { size: 13, leading: 20, font: this.#bold });
  }

  paragraph(text: string): void {
    this.#lines(text, { size: 10, leading: 14, font: this.#plain });
    this.#top += 4;
  }

  note(text: string): void {
    this.#lines(text, { size: 8, leading: 11, font: this.#plain, colour: paperColours.muted });
    this.#top += 3;
  }

  /** Starts a new page if this one has less room than `height`. */
  room(height: number): void {
    if (this.#top + height <= pageHeight - margin - footer) return;
    this.#page = this.#document.addPage([pageWidth, pageHeight]);
    this.#top = margin;
  }

  /** Reserves an area of a given height; `draw` has its origin at the lower left corner. */
  drawing(
    height: number,
    draw: (page: PDFPage, origin: { x: number; y: number }, font: PDFFont) => void,
  ): void {
    this.room(height);
    draw(this.#page, { x: margin, y: pageHeight - this.#top - height }, this.#plain);
    this.#top += height + 6;
  }

  table(columns: readonly PaperColumn[], rows: readonly (readonly string[])[]): void {
    this.room(40);
    this.#row(
      columns,
      columns.map(({ header }) => header),
      this.#bold,
    );
    for (const row of rows) {
      if (this.#isFull(13)) {
        this.room(Infinity);
        this.#row(
          columns,
          columns.map(({ header }) => header),
          this.#bold,
        );
      }
      this.#row(columns, row, this.#plain);
    }
    this.#top += 4;
  }

  /** The document, with page numbers and a line of text at the bottom of each page. */
  async end(line: string): Promise<Uint8Array> {
    const pages = this.#document.getPages();
    for (const [index, page] of pages.entries()) {
      const text = winAnsi(`${line} · página ${index + 1} de ${pages.length}`);
      page.drawText(text, {
        x: margin,
        y: footer - 8,
        size: 8,
        font: this.#plain,
        color: paperColours.muted,
      });
    }
    return this.#document.save();
  }

  #isFull(height: number): boolean {
    return this.#top + height > pageHeight - margin - footer;
  }

  #row(columns: readonly PaperColumn[], cells: readonly string[], font: PDFFont): void {
    const size = 8;
    let x = margin;
    for (const [index, { width, isRight }] of columns.entries()) {
      const text = fitted(winAnsi(cells[index] ?? ''), width - 6, font, size);
      const left = isRight ? x + width - 6 - font.widthOfTextAtSize(text, size) : x;
      const y = pageHeight - this.#top - 10;
      this.#page.drawText(text, { x: left, y, size, font, color: paperColours.ink });
      x += width;
    }
    this.#top += 13;
    const y = pageHeight - this.#top;
    this.#page.drawLine({
      start: { x: margin, y },
      end: { x: margin + paperWidth, y },
      thickness: 0.4,
      color: paperColours.line,
    });
  }

  #lines(text: string, how: { size: number; leading: number; font: PDFFont; colour?: RGB }): void {
    const { size, leading, font, colour = paperColours.ink } = how;
    for (const line of wrappedLines(winAnsi(text), paperWidth, font, size)) {
      this.room(leading);
      const y = pageHeight - this.#top - size;
      this.#page.drawText(line, { x: margin, y, size, font, color: colour });
      this.#top += leading;
    }
  }
}

/** The characters that the standard fonts can write; others become a question mark. */
const winAnsi = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\u2212', '-')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[^\u0020-\u007e\u00a1-\u00ff–—‘’“”•…€]/gu, '?');

function wrappedLines(text: string, width: number, font: PDFFont, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
      lines.push(line);
      line = fitted(word, width, font, size);
    } else line = line === '' ? fitted(word, width, font, size) : longer;
  }
  return [...lines, line];
}

/** As much of a text as fits a width. */
function fitted(text: string, width: number, font: PDFFont, size: number): string {
  if (font.widthOfTextAtSize(text, size) <= width) return text;
  let shorter = text;
  while (shorter !== '' && font.widthOfTextAtSize(`${shorter}…`, size) > width) {
    shorter = shorter.slice(0, -1);
  }
  return `${shorter.trimEnd()}…`;
}
