import { fork, type ChildProcess } from 'node:child_process';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../../platform/errors.ts';
import { jsonSlices } from '../../platform/json-slices.ts';
import type { ReportModel } from './model.ts';
import { writeCsv } from './records.ts';
import { diskFullOr, modelPath, RenderMessage, RenderRefusal, type Renderer } from './renderer.ts';

export interface Rendering {
  readonly renderer: Renderer;
  readonly model: ReportModel;
  /** The records of all selections, read by a renderer that needs them; they end when the signal aborts. */
  readonly records: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** The complete document appears here; until then it is beside it, with the suffix `.part`. */
  readonly targetPath: string;
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

const heapMegabytes = 1024;
const maxErrorLength = 8_000;
const maxBytes = 2 ** 30;
const watchEveryMs = 500;

/**
 * Draws a document in a separate process, which ends with the drawing, so that a renderer's memory, blocking or crash
 * does not affect the server. A CSV needs no drawing; the server writes it as its bytes arrive. Throws `RenderRefusal`
 * with the renderer's sentence, and the signal's reason if it aborts.
 */
export async function renderReport(rendering: Rendering): Promise<void> {
  const { renderer, targetPath } = rendering;
  const partPath = `${targetPath}.part`;
  using size = watchSize(partPath);
  const signal = AbortSignal.any([rendering.signal, size.signal]);
  try {
    signal.throwIfAborted();
    const { model, records, onProgress } = rendering;
    if (renderer.entry === undefined) await writeCsv(partPath, model, records(signal), onProgress);
    else {
      await writeFile(modelPath(partPath), jsonSlices(model), { mode: 0o600, signal });
      await setImmediate();
      await runChild({ ...rendering, signal }, renderer.entry, partPath);
    }
    await rename(partPath, targetPath);
  } catch (error) {
    signal.throwIfAborted();
    throw diskFullOr(error);
  } finally {
    for (const path of [partPath, modelPath(partPath)]) await rm(path, { force: true });
  }
}

/** Aborts when the document exceeds the size limit. */
function watchSize(path: string): Disposable & { readonly signal: AbortSignal } {
  const tooLarge = new AbortController();
  const look = async () => {
    // The file may not exist yet, or no longer.
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.size > maxBytes) tooLarge.abort(documentTooLarge());
  };
  const timer = setInterval(() => void look(), watchEveryMs);
  return { signal: tooLarge.signal, [Symbol.dispose]: () => clearInterval(timer) };
}

const documentTooLarge = () =>
  new RenderRefusal(
    'O arquivo do relatório passou de 1 GB. Escolha um cargo, um estado ou um período menor e gere outro.',
  );

/**
 * The environment of a drawing process: it does not get the server's configuration. Node caches compiled modules in
 * this folder, which halves the time until drawing starts.
 */
export const renderEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: fileURLToPath(
    new URL('../../../node_modules/.cache/reports', import.meta.url),
  ),
};

async function runChild(rendering: Rendering, entry: string, path: string): Promise<void> {
  const { onProgress, signal } = rendering;
  const child = fork(entry, [path], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: renderEnvironment,
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  // A process that has ended needs no more records, and its exit must not wait for the next ones.
  const ended = new AbortController();
  let refusal: string | undefined;
  child.on('message', (message) => {
    const received = RenderMessage.parse(message);
    if ('refusal' in received) refusal = received.refusal;
    else onProgress(received.progress);
  });
  try {
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('close', resolve);
      child.once('error', (error) => signal.aborted || reject(error));
    }).finally(() => ended.abort());
    const errors = child.stderr === null ? '' : text(child.stderr);
    const [code, feeding] = await Promise.all([closed, feed(child, rendering, ended.signal)]);
    if (refusal !== undefined) throw new RenderRefusal(refusal);
    if (feeding !== undefined) throw feeding;
    if (code !== 0)
      throw new Error(`The renderer ended with ${code}: ${(await errors).slice(-maxErrorLength)}`);
  } finally {
    child.kill('SIGKILL');
  }
}

/**
 * Streams the records to the process with backpressure. Returns the error that stopped it, if any. The process knows
 * the expected number of records, so truncated ones never pass for complete.
 */
async function feed(
  { stdin }: ChildProcess,
  { renderer, records, signal }: Rendering,
  ended: AbortSignal,
): Promise<unknown> {
  if (stdin === null) throw new Error('The renderer has no standard input.');
  const needed = AbortSignal.any([signal, ended]);
  // The start of a process takes tens of milliseconds, and so does that of the query.
  await setImmediate();
  const parts = renderer.records === undefined ? [] : records(needed);
  try {
    await pipeline(Readable.from(parts), stdin, { signal: needed });
    return undefined;
  } catch (error) {
    stdin.destroy();
    return ended.aborted || isClosedPipe(error) ? undefined : error;
  }
}

/** The process exited before it read all records; its exit code states why. */
const isClosedPipe = (error: unknown) =>
  ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(codeOf(error)));
