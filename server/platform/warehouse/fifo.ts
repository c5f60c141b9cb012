import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, existsSync, open, openSync, renameSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A named pipe between the engine, which writes, and this process, which reads at its own pace. */
export interface Outlet {
  readonly path: string;
  readonly reader: Socket;
  /** The writer has finished: the reader ends after what is still in the pipe. */
  readonly endWriting: () => void;
  /** Leaves a writer without a reader, so that it fails instead of waiting, and one that comes later without a pipe. */
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
      rmSync(path, { force: true });
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
  /** Resolves when the engine has opened its side; a writer that came and went before would be missed. */
  readonly writer: Promise<Socket>;
  /** Nothing more is written: who waits for the other side goes on, and an engine that comes later finds no pipe. */
  readonly giveUp: () => void;
  readonly remove: () => Promise<void>;
}

export async function openInlet(pipes: Pipes): Promise<Inlet> {
  const path = await pipes.take();
  let end: Socket | undefined;
  let isWaiting = true;
  let isBroken = false;
  const opening = promisify(open)(path, constants.O_WRONLY).finally(() => {
    isWaiting = false;
  });
  const writer = opening.then((fd) => {
    end = new Socket({ fd, readable: false, writable: true });
    return isBroken ? end.destroy() : end;
  });
  const giveUp = () => {
    end?.destroy();
    if (isBroken || !existsSync(path)) return;
    const closeReadEnd = breakPipe(path);
    isBroken = true;
    opening.then(closeReadEnd, closeReadEnd);
  };
  return {
    path,
    writer,
    giveUp,
    remove: async () => {
      if (isWaiting) giveUp();
      // Whoever writes is told of failures; here it only matters that it is closed.
      await writer.catch(() => undefined);
      if (end?.closed === false)
        await new Promise<void>((closed) => end?.once('close', closed).destroy());
      if (!isBroken) pipes.giveBack(path);
    },
  };
}

/** Lets both sides of a pipe go on that wait for each other, a reader to the end of the text, and leaves none to come to. */
function breakPipe(path: string): () => void {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const aside = `${path}.broken`;
  renameSync(path, aside);
  closeSync(openSync(aside, constants.O_WRONLY | constants.O_NONBLOCK));
  rmSync(aside);
  return () => closeSync(readEnd);
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
