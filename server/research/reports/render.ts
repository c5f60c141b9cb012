import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { ReportModel } from './model.ts';
import { renderEnvironment } from './render-environment.ts';
import { RenderRefusal, type Renderer } from './renderer.ts';
import { writeCsv } from './csv/write-csv.ts';

export interface Rendering {
  readonly renderer: Renderer;
  readonly model: ReportModel;
  /** The records of all selections, read by a renderer that needs them; they end when the signal aborts. */
  readonly records: ((signal: AbortSignal) => AsyncIterable<Uint8Array>) | undefined;
  /** The complete document appears here; until then it is beside it, with the suffix `.part`. */
  readonly targetPath: string;
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

const ChildLine = z.union([
  z.strictObject({ progress: z.number().min(0).max(1) }),
  z.strictObject({ refusal: z.string() }),
]);

/** Time that a child has to stop after SIGTERM, in milliseconds. */
const patienceMs = 500;
const heapMegabytes = 1024;
const mostErrorText = 8_000;
const mostBytes = 2 ** 30;
const watchEveryMs = 500;

/**
 * Draws a document in a separate process, which ends with the drawing, so that a renderer's memory, blocking or crash
 * does not affect the server. A CSV needs no drawing; the server writes it as its bytes arrive. Throws `RenderRefusal`
 * with the renderer's sentence, and the signal's reason if it aborts.
 */
export async function renderReport(rendering: Rendering): Promise<void> {
  const { renderer, model, targetPath, signal } = rendering;
  const partPath = `${targetPath}.part`;
  const modelPath = `${targetPath}.model.json`;
  try {
    signal.throwIfAborted();
    await rm(partPath, { force: true });
    using size = watchSize(partPath);
    const limited = { ...rendering, signal: AbortSignal.any([signal, size.signal]) };
    if (renderer.entry === undefined) await writeHere(limited, partPath);
    else {
      await writeFile(modelPath, JSON.stringify(model), { mode: 0o600 });
      await runChild(limited, [
        renderer.entry,
        modelPath,
        partPath,
        ...(renderer.records ? ['records'] : []),
      ]);
    }
    await rename(partPath, targetPath);
  } finally {
    await rm(modelPath, { force: true });
    await rm(partPath, { force: true });
  }
}

async function writeHere({ model, records, onProgress, signal }: Rendering, targetPath: string) {
  const job = { model, records: records?.(signal), targetPath, progress: onProgress, signal };
  try {
    await writeCsv(job);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Aborts when the document exceeds the size limit. */
function watchSize(path: string): Disposable & { readonly signal: AbortSignal } {
  const tooLarge = new AbortController();
  const look = async () => {
    // The file may not exist yet, or no longer.
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.size > mostBytes) tooLarge.abort(documentTooLarge());
  };
  const timer = setInterval(() => void look(), watchEveryMs);
  return { signal: tooLarge.signal, [Symbol.dispose]: () => clearInterval(timer) };
}

const documentTooLarge = () =>
  new RenderRefusal(
    'O arquivo do relatório passou de 1 GB. Escolha um cargo, um estado ou um período menor e gere outro.',
  );

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

async function runChild(rendering: Rendering, args: readonly string[]): Promise<void> {
  const { onProgress, signal } = rendering;
  const child: Child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: renderEnvironment,
  });
  const exit = exitOf(child);
  const stop = () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  // A child that has ended needs no more records, and its exit must not wait for the next ones.
  const ended = new AbortController();
  try {
    const told = listen(child, onProgress);
    const errors = errorText(child);
    const fed = feed(child, rendering, ended.signal);
    const code = await exit;
    ended.abort(new Error('The renderer has ended.'));
    const [refusal, feeding] = await Promise.all([told, fed]);
    signal.throwIfAborted();
    if (refusal !== undefined) throw new RenderRefusal(refusal);
    if (feeding !== undefined) throw feeding;
    if (code !== 0) throw new Error(`The renderer ended with ${code}: ${await errors}`);
  } finally {
    signal.removeEventListener('abort', stop);
    ended.abort();
    child.kill('SIGKILL');
  }
}

const exitOf = (child: Child) =>
  new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });

/** Passes the progress to `onProgress`; returns the refusal, if any. */
async function listen(
  child: Child,
  onProgress: Rendering['onProgress'],
): Promise<string | undefined> {
  let refusal: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const told = lineOf(line);
    if (told === undefined) continue;
    if ('refusal' in told) refusal = told.refusal;
    else onProgress(told.progress);
  }
  return refusal;
}

// A library may write to standard output too.
function lineOf(line: string): z.infer<typeof ChildLine> | undefined {
  try {
    return ChildLine.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

async function errorText(child: Child): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    text = `${text}${chunk}`.slice(-mostErrorText);
  }
  return text;
}

/**
 * Streams the records to the child with backpressure. Returns the error that stopped it, if any. The child knows the
 * expected number of records, so truncated ones never pass for complete.
 */
async function feed(
  child: Child,
  { renderer, records, signal }: Rendering,
  ended: AbortSignal,
): Promise<unknown> {
  const needed = AbortSignal.any([signal, ended]);
  const wanted = renderer.records && records?.(needed);
  try {
    await pipeline(Readable.from(wanted ?? []), child.stdin, { signal: needed });
    return undefined;
  } catch (error) {
    child.stdin.destroy();
    return ended.aborted || isClosedPipe(error) ? undefined : error;
  }
}

/** The child exited before it read all records; its exit code states why. */
const isClosedPipe = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');
