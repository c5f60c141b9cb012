import { createHash } from 'node:crypto';
import type { OpenSourceOptions } from '../../../server/registry/sources/open.ts';

export interface StoredFile {
  readonly content: Buffer;
  readonly modifiedAt: Date;
}

/** Injected faults of a server's transfers, and a record of the transfers. */
export class Faults {
  /** Bytes after which each of the next transfers is cut. */
  cuts: number[] = [];
  /** Sends the first bytes of a file and then nothing. */
  isSilent = false;
  /** The offset at which each transfer began. */
  readonly starts: number[] = [];
}

/** A server of one kind on loopback, with a tree of files that a test writes. */
export interface TestServer {
  readonly faults: Faults;
  readonly address: string;
  readonly options: OpenSourceOptions;
  /** The same address with a wrong password or key; undefined if the kind has none. */
  readonly forbiddenAddress: string | undefined;
  readonly missingAddress: string;
  /** Texts that must never appear in a message. */
  readonly secrets: readonly string[];
  put(path: string, file: StoredFile): void;
  remove(path: string): void;
  /** Ends the server; repeated calls are allowed. */
  stop(): Promise<void>;
  /** Removes its files from disk. */
  clean(): void;
}

/** Incompressible bytes, the same in each run. */
export function noise(seed: string, bytes: number): Buffer {
  const blocks: Buffer[] = [];
  for (let block = 0; block * 32 < bytes; block += 1)
    blocks.push(createHash('sha256').update(`${seed}${block}`).digest());
  return Buffer.concat(blocks).subarray(0, bytes);
}

export const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');
export const md5Of = (content: Buffer) => createHash('md5').update(content).digest('hex');
