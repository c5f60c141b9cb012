import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, open, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A named pipe between the engine, which writes, and this process, which reads at its own pace. */
export interface Outlet {
  readonly path: string;
  readonly reader: Socket;
  /** The writer has finished: the reader ends after what is still in the pipe. */
  readonly endWriting: () => void;
  /** Leaves a writer without a reader, so that it fails instead of waiting. */
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
    endReading: () => reader.destroy(),
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
  /** The engine will not come: lets the waiting writer open, only to fail. */
  readonly giveUp: () => void;
  readonly remove: () => Promise<void>;
}

export async function openInlet(pipes: Pipes): Promise<Inlet> {
  const path = await pipes.take();
  let isWaiting = true;
  const opening = promisify(open)(path, constants.O_WRONLY).finally(() => {
    isWaiting = false;
  });
  const giveUp = () => {
    if (!isWaiting) return;
    const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    void opening.finally(() => closeSync(readEnd));
  };
  const writer = opening.then((fd) => new Socket({ fd, readable: false, writable: true }));
  return {
    path,
    writer,
    giveUp,
    remove: async () => {
      giveUp();
      // Whoever writes is told of failures; here it only matters that it is closed.
      const end = await writer.catch(() => undefined);
      if (end?.closed === false)
        await new Promise<void>((closed) => end.once('close', closed).destroy());
      pipes.giveBack(path);
    },
  };
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
