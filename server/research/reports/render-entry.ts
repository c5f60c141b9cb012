import { readFile } from 'node:fs/promises';
import { ReportModel } from './model.ts';
import { RenderRefusal, type RenderReport } from './renderer.ts';

/**
 * The body of a renderer process: reads the model file and the records from standard input, draws, reports its progress
 * as lines of JSON on standard output, and exits with code 0 when the document is complete.
 */
export async function renderInThisProcess(render: RenderReport): Promise<void> {
  const [modelPath = '', targetPath = '', wants = ''] = process.argv.slice(2);
  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort(new Error('The document is no longer wanted.')));
  try {
    await render({
      model: ReportModel.parse(JSON.parse(await readFile(modelPath, 'utf8'))),
      records: wants === 'records' ? process.stdin : undefined,
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
