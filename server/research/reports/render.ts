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
  /** The records of all selections, asked for by a renderer that wants them; they end when the signal aborts. */
  readonly records: ((signal: AbortSignal) => AsyncIterable<Uint8Array>) | undefined;
  /** The document appears here when it is whole; until then beside it, with `.part` at the end. */
  readonly targetPath: string;
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

const ChildLine = z.union([
  z.strictObject({ progress: z.number().min(0).max(1) }),
  z.strictObject({ refusal: z.string() }),
]);

/** So long a child may go on after it was asked to stop. */
const patienceMs = 500;
const heapMegabytes = 1024;
const mostErrorText = 8_000;
const mostBytes = 2 ** 30;
const watchEveryMs = 500;

/**
 * Draws a document in a process of its own, which ends with it: what a renderer keeps, blocks or breaks is not the
 * server's. A CSV needs no drawing, and is written here as its bytes come. Throws `RenderRefusal` with the renderer's
 * sentence, and the signal's reason when it aborts.
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

/** Aborts when the document outgrows its cap. */
function watchSize(path: string): Disposable & { readonly signal: AbortSignal } {
  const tooLarge = new AbortController();
  const look = async () => {
    // Not there yet, or not there any more.
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
  // A child that has ended needs no more records, and its end must not wait for the next ones.
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

/** Takes the progress to whoever wants it; answers the refusal, if there was one. */
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

// A library may write to the standard output too.
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
 * Passes the records on to the child, waiting while it does not read. Answers why it could not, if so. The child
 * knows how many there are to be, and takes no broken-off ones for all.
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

/** The child ended before it had read all; its exit code tells why. */
const isClosedPipe = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');
