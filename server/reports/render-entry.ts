import { readFile } from 'node:fs/promises';
import { RecordChunk, ReportModel } from './model.ts';
import { RenderRefusal, type RenderReport } from './renderer.ts';

/**
 * The whole of a renderer's process: reads the model's file and the records from the standard input, draws, tells
 * its progress in lines of JSON on the standard output, and ends with code 0 when the document is there.
 */
export async function renderInThisProcess(render: RenderReport): Promise<void> {
  const [modelPath = '', targetPath = '', wants = ''] = process.argv.slice(2);
  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort(new Error('The document is no longer wanted.')));
  try {
    await render({
      model: ReportModel.parse(JSON.parse(await readFile(modelPath, 'utf8'))),
      records: wants === 'records' ? readRecords() : undefined,
      targetPath,
      progress: (fraction) => tell({ progress: fraction }),
      signal: stopping.signal,
    });
    process.exitCode = 0;
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof RenderRefusal) tell({ refusal: error.message });
    else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  } finally {
    process.stdin.destroy();
  }
}

const tell = (line: { readonly progress: number } | { readonly refusal: string }) =>
  process.stdout.write(`${JSON.stringify(line)}\n`);

// Without its last line the input broke off, and a document of it would look whole.
async function* readRecords(): AsyncGenerator<RecordChunk> {
  let isWhole = false;
  for await (const line of lines(process.stdin.setEncoding('utf8'))) {
    if (line === endOfRecords) isWhole = true;
    else yield RecordChunk.parse(JSON.parse(line));
  }
  if (!isWhole) throw new Error('The records broke off.');
}

// Node's own reader of lines keeps a thousand of them when the renderer is slower than the server, and a line holds
// thousands of records: this one reads on when its line is done with.
async function* lines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', start)) {
      yield [...begun, piece.slice(start, end)].join('');
      begun = [];
      start = end + 1;
    }
    begun.push(piece.slice(start));
  }
  const last = begun.join('');
  if (last !== '') yield last;
}

/** The line after the last record. */
export const endOfRecords = 'end';
