import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { ReportDocument } from './document.ts';
import { withRowHeaders } from './row-headers.ts';

const workspace = fileURLToPath(new URL('.', import.meta.url));
const template = join(workspace, 'report.typ');

/**
 * Typesets a document with `report.typ`, which reads it as data: none of its text is ever code. The compiler holds what
 * it compiled until its process ends, so call this only in a short-lived process (render-entry.ts).
 */
export function typeset(
  document: ReportDocument,
  fonts: readonly Buffer[],
  logo: Buffer | null,
): Uint8Array {
  const { compiler, compiled } = compile(document, fonts, logo);
  return withRowHeaders(compiler.pdf(compiled, { pdfStandard: 'ua-1' }));
}

function compile(
  document: ReportDocument,
  fonts: readonly Buffer[],
  logo: Buffer | null,
): { compiler: NodeCompiler; compiled: NodeTypstDocument } {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: [...fonts] }] });
  compiler.mapShadow(join(workspace, 'document.json'), Buffer.from(JSON.stringify(document)));
  if (logo !== null) compiler.mapShadow(join(workspace, 'logo'), logo);
  const outcome = compiler.compile({ mainFilePath: template });
  const compiled = outcome.result;
  if (compiled === null) {
    const diagnostics = outcome.takeError()?.shortDiagnostics ?? [];
    throw new Error(`The document could not be set: ${JSON.stringify(diagnostics)}`);
  }
  return { compiler, compiled };
}
