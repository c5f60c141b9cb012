import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf, StartError } from '../errors.ts';
import { isOutOfFiles } from '../open-file-limit.ts';

/** A named pipe between the engine and this process. */
export interface PipeInUse {
  readonly path: string;
  /** Ends this side, so that the engine does not wait for it. */
  readonly abort: () => void;
  /** Call after the engine has finished. */
  readonly remove: () => Promise<void>;
}

/** A pipe that the engine writes, and this process reads at its own pace. */
export interface ReadPipe extends PipeInUse {
  readonly reader: Socket;
  /** Call after the writer has finished: the reader ends after the remaining bytes in the pipe. */
  readonly endWriting: () => void;
}

export async function openReadPipe(pipes: Pipes): Promise<ReadPipe> {
  const path = await pipes.take();
  let readEnd: number | undefined;
  let writeEnd: number;
  try {
    readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    writeEnd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    // No descriptor is free.
    if (readEnd !== undefined) closeSync(readEnd);
    pipes.release(path);
    throw error;
  }
  // Holds the write end open, so that the reader does not end before the engine has opened its side.
  let isHeld = true;
  const closeWriteEnd = () => {
    if (isHeld) closeSync(writeEnd);
    isHeld = false;
  };
  const reader = new Socket({ fd: readEnd, readable: true, writable: false });
  return {
    path,
    reader,
    endWriting: closeWriteEnd,
    // A writer fails instead of waiting; one that opens the path later finds a folder.
    abort: () => {
      rmSync(path, { force: true, recursive: true });
      mkdirSync(path, { recursive: true });
      reader.destroy();
    },
    remove: async () => {
      closeWriteEnd();
      const closed = reader.closed ? undefined : once(reader, 'close');
      reader.destroy();
      await closed;
      pipes.release(path);
    },
  };
}

/**
 * A pipe that this process writes, and the engine reads at its own pace. After `abort`, an engine that reads or waits
 * sees the end of the text, however much was written; one that opens the path later finds no pipe. The caller must undo
 * a partial load.
 */
export interface WritePipe extends PipeInUse {
  /** Resolves when the engine opens its side. Rejects if the pipe cannot be opened, or is given up before that. */
  readonly writer: Promise<Socket>;
}

export async function openWritePipe(pipes: Pipes): Promise<WritePipe> {
  const path = await pipes.take();
  const aside = `${path}.aside`;
  const leaving = new AbortController();
  let end: Socket | undefined;
  let isAway = false;
  let endingWaits: NodeJS.Timeout | undefined;
  const open = async () => {
    // Polls, since a thread blocked in `open` could not be cancelled, and would have the descriptor before this thread
    // knows it.
    for (let waitMs = 1; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
      const fd = maybeWriteEnd(path);
      if (fd !== undefined) return (end = new Socket({ fd, readable: false, writable: true }));
      await sleep(waitMs, undefined, { signal: leaving.signal });
    }
  };
  const abort = () => {
    leaving.abort();
    end?.destroy();
    isAway ||= isMoved(path, aside);
    if (!isAway) return;
    endWait(aside);
    // For an engine that had found the pipe, but was not waiting for it yet.
    endingWaits ??= setInterval(endWait, pollMs, aside).unref();
  };
  const writer = open();
  // The caller that awaits `writer` gets the error.
  writer.catch(() => undefined);
  return {
    path,
    writer,
    abort,
    remove: async () => {
      leaving.abort();
      clearInterval(endingWaits);
      if (end?.closed === false)
        await new Promise<void>((closed) => end?.once('close', closed).destroy());
      await rm(aside, { force: true });
      pipes.release(path);
    },
  };
}

const maxWaitMs = 10;
const pollMs = 250;

/** The write end of a pipe that has a reader or a waiting reader; undefined without one. */
function maybeWriteEnd(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ENXIO') return undefined;
    throw error;
  }
}

/** Ends the wait of a reader for a writer. */
function endWait(path: string): void {
  try {
    const writeEnd = maybeWriteEnd(path);
    if (writeEnd !== undefined) closeSync(writeEnd);
  } catch {
    // If no descriptor is free, the next attempt does it.
  }
}

function isMoved(path: string, to: string): boolean {
  try {
    renameSync(path, to);
    return true;
  } catch {
    return false;
  }
}

/**
 * A pool of named pipes. Another program creates a pipe, and starting one blocks this process while the system copies
 * its memory map, tens of milliseconds for a large one. A pipe that neither side has open is empty.
 */
export class Pipes {
  readonly #directory: string;
  readonly #idle: string[];

  private constructor(directory: string, idle: string[]) {
    this.#directory = directory;
    this.#idle = idle;
  }

  /** Creates `count` pipes with one call. Throws `StartError` if that is impossible. */
  static async make(directory: string, count: number): Promise<Pipes> {
    try {
      return new Pipes(directory, await makeFifos(directory, count));
    } catch (cause) {
      if (isOutOfFiles(cause)) throw cause;
      throw new StartError(noPipes, { cause });
    }
  }

  async take(): Promise<string> {
    const [path = ''] =
      this.#idle.length > 0 ? this.#idle.splice(-1) : await makeFifos(this.#directory, 1);
    return path;
  }

  /** For a pipe that neither side has open any more; does nothing for one that was moved away. */
  release(path: string): void {
    if (existsSync(path)) this.#idle.push(path);
  }
}

const noPipes =
  'Não foi possível criar os pipes nomeados de que o banco de dados embutido precisa (programa mkfifo) em DATA_DIR: escolha uma pasta em um disco local do Linux. Pastas compartilhadas do Windows (SMB) e discos exFAT não têm pipes.';

async function makeFifos(directory: string, count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, () => join(directory, `${randomUUID()}.pipe`));
  await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
  return paths;
}
