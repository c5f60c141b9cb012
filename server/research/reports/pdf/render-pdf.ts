import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { PaperDrawings } from '../../../../client/paper/paper.ts';
import type { ReportModel } from '../model.ts';
import { renderInThisProcess, type RenderJob } from '../renderer.ts';
import { reportDocument, type ReportDocument } from './document.ts';
import { breakable, changedTexts, glyphsOf, printable, readFonts } from './printable.ts';
import { withRowHeaders } from './row-headers.ts';

const builtDrawings = new URL('../../../../dist/paper/paper.js', import.meta.url);

/** Loads the screen's charts, which `npm run build` compiles for Node: Node itself reads no `.tsx`. */
async function readDrawings(): Promise<PaperDrawings> {
  try {
    const { drawings }: { drawings: PaperDrawings } = await import(builtDrawings.href);
    return drawings;
  } catch (cause) {
    const path = fileURLToPath(builtDrawings);
    throw new Error(`The charts of ${path} are missing: run npm run build.`, { cause });
  }
}

/** Draws a report as a tagged PDF (PDF/UA-1) on A4. */
async function renderPdf({ model, targetPath, progress }: RenderJob): Promise<void> {
  const drawings = await readDrawings();
  const fonts = await readFonts();
  progress(0.1);
  const document = printedDocument(model, drawings, fonts);
  progress(0.5);
  const pdf = await typeset(document, fonts, logoOf(model));
  progress(0.9);
  await writeFile(targetPath, pdf, { mode: 0o600 });
}

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
  const shown = changedTexts(model, (text) => printable(text, hasGlyph), new Set(['logo']));
  return changedTexts(reportDocument(shown, drawings), breakable, unbroken);
}

// A drawing breaks its own lines, and an address must stay intact.
const unbroken = new Set(['svg', 'qr', 'href', 'alt', 'title', 'description', 'author']);

const workspace = import.meta.dirname;

/**
 * Typesets a document with `report.typ`, which reads it as data: none of its text is ever code. The compiler holds what
 * it compiled until its process ends, so call this only in a short-lived process.
 */
export async function typeset(
  document: ReportDocument,
  fonts: readonly Buffer[],
  logo: Buffer | null,
): Promise<Uint8Array> {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: [...fonts] }] });
  compiler.mapShadow(join(workspace, 'document.json'), Buffer.from(JSON.stringify(document)));
  if (logo !== null) compiler.mapShadow(join(workspace, 'logo'), logo);
  const outcome = compiler.compile({ mainFilePath: join(workspace, 'report.typ') });
  if (outcome.result === null) {
    const diagnostics = outcome.takeError()?.shortDiagnostics ?? [];
    throw new Error(`The document could not be set: ${JSON.stringify(diagnostics)}`);
  }
  return withRowHeaders(compiler.pdf(outcome.result, { pdfStandard: 'ua-1' }));
}

if (import.meta.main) await renderInThisProcess(renderPdf);
