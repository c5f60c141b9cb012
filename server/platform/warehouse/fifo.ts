import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A named pipe between the engine, which writes, and this process, which reads at its own pace. */
export interface Outlet {
  readonly path: string;
  readonly reader: Socket;
  /** The writer has finished: the reader ends after what is still in the pipe. */
  readonly endWriting: () => void;
  /** Leaves a writer without a reader, so that it fails instead of waiting; one that comes later finds a folder. */
  readonly endReading: () => void;
  readonly remove: () => Promise<void>;
}

export async function openOutlet(pipes: Pipes): Promise<Outlet> {
  const path = await pipes.take();
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  // The write end is held open so that the reader does not end before the engine has opened its side.
  const closeWriteEnd = onlyOnce(() => closeSync(writeEnd));
  const reader = new Socket({ fd: readEnd, readable: true, writable: false });
  return {
    path,
    reader,
    endWriting: closeWriteEnd,
    endReading: () => {
      rmSync(path, { force: true, recursive: true });
      mkdirSync(path, { recursive: true });
      reader.destroy();
    },
    remove: async () => {
      closeWriteEnd();
      const closed = reader.closed ? undefined : once(reader, 'close');
      reader.destroy();
      await closed;
      pipes.giveBack(path);
    },
  };
}

/** A named pipe between this process, which writes, and the engine, which reads at its own pace. */
export interface Inlet {
  readonly path: string;
  /** Resolves when the engine opens its side; rejects where the pipe cannot be opened or is given up before. */
  readonly writer: Promise<Socket>;
  /**
   * Nothing more is written: an engine that reads or waits finds the end of the text, whatever was written of it, and
   * one that comes later finds no pipe. Whoever loads takes back what came of it.
   */
  readonly giveUp: () => void;
  /** For the time when the engine has ended. */
  readonly remove: () => Promise<void>;
}

export async function openInlet(pipes: Pipes): Promise<Inlet> {
  const path = await pipes.take();
  const aside = `${path}.aside`;
  const leaving = new AbortController();
  let end: Socket | undefined;
  let isAway = false;
  let letGoOn: NodeJS.Timeout | undefined;
  const open = async () => {
    // A thread that waited for the engine could not be told to stop, and would have the descriptor before this one knows it.
    for (let waitMs = 1; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      const fd = maybeWriteEnd(path);
      if (fd !== undefined) return (end = new Socket({ fd, readable: false, writable: true }));
      await sleep(waitMs, undefined, { signal: leaving.signal });
    }
  };
  const giveUp = () => {
    leaving.abort();
    end?.destroy();
    isAway ||= isMoved(path, aside);
    if (!isAway) return;
    endWait(aside);
    // Who had found the pipe, but did not wait for it yet.
    letGoOn ??= setInterval(endWait, lookAgainMs, aside).unref();
  };
  const writer = open();
  // Whoever writes is told, if anybody does.
  writer.catch(() => undefined);
  return {
    path,
    writer,
    giveUp,
    remove: async () => {
      leaving.abort();
      clearInterval(letGoOn);
      if (end?.closed === false)
        await new Promise<void>((closed) => end?.once('close', closed).destroy());
      await rm(aside, { force: true });
      if (existsSync(path)) pipes.giveBack(path);
    },
  };
}

const longestWaitMs = 10;
const lookAgainMs = 250;

/** Of a pipe that somebody reads or waits to read, undefined of another. */
function maybeWriteEnd(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENXIO') return undefined;
    throw error;
  }
}

/** Lets a reader go on who waits for a writer. */
function endWait(path: string): void {
  try {
    const writeEnd = maybeWriteEnd(path);
    if (writeEnd !== undefined) closeSync(writeEnd);
  } catch {
    // Where descriptors have run out it is done the next time.
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
 * Named pipes that are used again: a pipe is made by another program, and to start one stops a process for as long as
 * it takes to copy its map of memory, tens of milliseconds for a large one. A pipe that nobody has open is empty.
 */
export class Pipes {
  readonly #directory: string;
  readonly #idle: string[];

  private constructor(directory: string, idle: string[]) {
    this.#directory = directory;
    this.#idle = idle;
  }

  /** Makes so many at once. */
  static async make(directory: string, count: number): Promise<Pipes> {
    return new Pipes(directory, await makeFifos(directory, count));
  }

  async take(): Promise<string> {
    const idle = this.#idle.pop();
    return idle ?? makeFifo(this.#directory);
  }

  /** For a pipe that neither side has open any more. */
  giveBack(path: string): void {
    this.#idle.push(path);
  }
}

async function makeFifo(directory: string): Promise<string> {
  const [path = ''] = await makeFifos(directory, 1);
  return path;
}

async function makeFifos(directory: string, count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, () => join(directory, `${randomUUID()}.pipe`));
  await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
  return paths;
}

function onlyOnce(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
