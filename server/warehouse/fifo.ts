import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A named pipe between the engine, which writes, and this process, which reads at its own pace. */
export interface Fifo {
  readonly path: string;
  readonly reader: Socket;
  /** The writer has finished: the reader ends after what is still in the pipe. */
  readonly endWriting: () => void;
  /** Leaves a writer without a reader, so that it fails instead of waiting. */
  readonly endReading: () => void;
  readonly remove: () => Promise<void>;
}

export async function openFifo(directory: string): Promise<Fifo> {
  const path = join(directory, `${randomUUID()}.pipe`);
  await promisify(execFile)('mkfifo', ['-m', '600', path]);
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  // Held open so that the reader does not end before the engine has opened its side.
  const writeEnd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const reader = new Socket({ fd: readEnd, readable: true, writable: false });
  let isWriting = true;
  const endWriting = () => {
    if (isWriting) closeSync(writeEnd);
    isWriting = false;
  };
  return {
    path,
    reader,
    endWriting,
    endReading: () => reader.destroy(),
    remove: async () => {
      endWriting();
      reader.destroy();
      await rm(path, { force: true });
    },
  };
}
