import { writeFile } from 'node:fs/promises';
import type { PaperDrawings } from '../../../../client/paper/paper.ts';
import { states } from '../../../reference/places.ts';
import type { ReportModel } from '../model.ts';
import type { RenderJob } from '../renderer.ts';
import { reportDocument, type ReportDocument } from './document.ts';
import { glyphsOf, readFonts } from './font.ts';
import { breakable, printable } from './printable.ts';
import { typeset } from './typeset.ts';

/** Draws a report as a tagged PDF (PDF/UA-1) on A4; `drawings` are the screen's charts. */
export async function renderPdf(
  { model, targetPath, progress, signal }: Omit<RenderJob, 'records'>,
  drawings: PaperDrawings,
): Promise<void> {
  const fonts = await readFonts();
  progress(0.1);
  const document = printedDocument(model, drawings, fonts);
  signal.throwIfAborted();
  progress(0.5);
  const pdf = typeset(document, fonts, logoOf(model));
  progress(0.9);
  await writeFile(targetPath, pdf, { mode: 0o600 });
}

/** The bytes of the cover's logo. */
export const logoOf = ({ logo }: ReportModel): Buffer | null =>
  logo && Buffer.from(logo.content, 'base64');

/** A report arranged for paper, with only characters that the font can print. */
export function printedDocument(
  model: ReportModel,
  drawings: PaperDrawings,
  fonts: readonly Buffer[],
): ReportDocument {
  const glyphs = fonts.map(glyphsOf);
  const hasGlyph = (codePoint: number) => glyphs.every((has) => has(codePoint));
  // The logo is not text, and it is large.
  const texts = printable({ ...model, logo: null }, hasGlyph);
  return withBreaks(reportDocument({ ...texts, logo: model.logo }, drawings, states));
}

// A drawing breaks its own lines, and an address must stay intact.
const asTheyStand = new Set(['svg', 'qr', 'href', 'alt', 'title', 'description', 'author']);

function withBreaks(document: ReportDocument): ReportDocument;
function withBreaks(value: unknown): unknown;
function withBreaks(value: unknown): unknown {
  if (typeof value === 'string') return breakable(value);
  if (Array.isArray(value)) return value.map((item) => withBreaks(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      asTheyStand.has(key) ? item : withBreaks(item),
    ]),
  );
}
