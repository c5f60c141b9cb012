import { PassThrough } from 'node:stream';
import { Client, FTPError } from 'basic-ftp';
import { AppError } from '../../platform/errors.ts';
import type { FtpAddress } from './address.ts';
import {
  changedMeanwhile,
  fileMissing,
  folderMissing,
  listingTooLarge,
  networkFailure,
  refused,
  silent,
  unauthorised,
  unreachable,
  type SourceFailure,
} from './failures.ts';
import { offeredBy } from './offered-by.ts';
import {
  isSameVersion,
  type FileVersion,
  type FoundFile,
  type OpenedFile,
  type Received,
  type Search,
  type Source,
  type SourceFile,
  type SourceLimits,
} from './source.ts';
import { walkTree, type Folder } from './walk-tree.ts';

/** MTE's folder of the months, for an address that names only the server. */
const officialPath = '/pdet/microdados/NOVO CAGED';

/** An FTP server, in passive mode; one connection for a listing and one for a download. */
export function ftpSource(address: FtpAddress, limits: SourceLimits): Source {
  const { label } = address;

  async function find(search: Search): Promise<FoundFile[]> {
    const { client, release } = await connect(address, limits, search.signal);
    try {
      const root = await enterRoot(client, address);
      const read = (path: string) => readFolder(client, label, path);
      const files = await walkTree({ label, limits, root, read }, search);
      const dated: FoundFile[] = [];
      for (const file of files) {
        const modifiedAt = (await modifiedTime(client, file.path)) ?? file.modifiedAt;
        dated.push({ ...file, modifiedAt });
      }
      return dated;
    } catch (error) {
      search.signal.throwIfAborted();
      throw ftpFailure(label, folderMissing, error);
    } finally {
      release();
    }
  }

  async function open(
    file: SourceFile,
    received: Received | undefined,
    signal: AbortSignal,
  ): Promise<OpenedFile> {
    const { client, release } = await connect(address, limits, signal);
    try {
      const version = await versionOf(client, file);
      const isSame = received !== undefined && isSameVersion(received.version, version);
      const start = isSame && (await canBeginAt(client, received.bytes)) ? received.bytes : 0;
      return { version, start, bytes: bytesOf(client, release, label, file, version, start) };
    } catch (error) {
      release();
      signal.throwIfAborted();
      throw ftpFailure(label, fileMissing, error);
    }
  }

  return offeredBy({ find, open }, label, limits);
}

interface Session {
  readonly client: Client;
  readonly release: () => void;
}

/**
 * Names are transferred as raw bytes, read as latin-1 whatever the server's encoding, so that a name with an accent is
 * sent back unchanged.
 */
async function connect(
  address: FtpAddress,
  limits: SourceLimits,
  signal: AbortSignal,
): Promise<Session> {
  signal.throwIfAborted();
  const client = new Client(limits.silenceMs, {
    allowSeparateTransferHost: false,
    maxListingBytes: limits.listPageBytes,
  });
  client.ftp.encoding = 'latin1';
  const close = () => client.close();
  signal.addEventListener('abort', close, { once: true });
  const release = () => {
    signal.removeEventListener('abort', close);
    client.close();
  };
  try {
    await client.access({
      host: address.host,
      port: address.port,
      user: asBytes(address.user),
      password: asBytes(address.password),
      secure: address.security === 'implicit' ? 'implicit' : address.security === 'explicit',
    });
    return { client, release };
  } catch (error) {
    release();
    signal.throwIfAborted();
    throw ftpFailure(address.label, folderMissing, error);
  }
}

const asBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

/** A name as readable text, in the encoding of its bytes. */
function readable(name: string): string {
  const bytes = Buffer.from(name, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return name;
  }
}

/** Enters the first folder that exists: the address's path in UTF-8, or in latin-1. */
async function enterRoot(client: Client, { path }: FtpAddress): Promise<string> {
  const ways = path === '/' ? [officialPath, '/'] : [...new Set([asBytes(path), path])];
  for (const way of ways.slice(0, -1)) {
    try {
      await client.cd(way);
      return way;
    } catch (error) {
      if (!(error instanceof FTPError) || error.code !== 550) throw error;
    }
  }
  return ways.at(-1) ?? path;
}

async function readFolder(client: Client, label: string, path: string): Promise<Folder> {
  try {
    await client.cd(path);
    const entries = await client.list();
    const placed = entries
      .filter(({ name }) => name !== '.' && name !== '..' && !name.includes('/'))
      .map((entry) => ({ entry, name: readable(entry.name), path: join(path, entry.name) }));
    return {
      folders: placed.filter(({ entry }) => entry.isDirectory),
      files: placed
        .filter(({ entry }) => entry.isFile)
        .map(({ entry, name, path: place }) => ({
          name,
          path: place,
          bytes: Number.isFinite(entry.size) ? entry.size : null,
          modifiedAt: entry.modifiedAt?.toISOString() ?? null,
          hash: null,
        })),
    };
  } catch (error) {
    throw ftpFailure(label, folderMissing, error);
  }
}

const join = (folder: string, name: string) => `${folder === '/' ? '' : folder}/${name}`;

async function versionOf(client: Client, file: SourceFile): Promise<FileVersion> {
  const bytes = await sizeOf(client, file);
  const modifiedAt = (await modifiedTime(client, file.path)) ?? file.modifiedAt;
  return { bytes, modifiedAt, hash: null };
}

async function canBeginAt(client: Client, start: number): Promise<boolean> {
  const { code } = await client.sendIgnoringError(`REST ${start}`);
  return code === 350;
}

/** The size from the listing if the server does not answer the command. */
async function sizeOf(client: Client, file: SourceFile): Promise<number | null> {
  try {
    return await client.size(file.path);
  } catch (error) {
    if (client.closed || (error instanceof FTPError && error.code === 550)) throw error;
    return file.bytes;
  }
}

/** Null if the server does not state a file's time. */
async function modifiedTime(client: Client, path: string): Promise<string | null> {
  try {
    return (await client.lastMod(path)).toISOString();
  } catch (error) {
    if (client.closed) throw error;
    return null;
  }
}

async function* bytesOf(
  client: Client,
  release: () => void,
  label: string,
  file: SourceFile,
  version: FileVersion,
  start: number,
): AsyncGenerator<Uint8Array> {
  const chunks = new PassThrough({ highWaterMark: 1 << 20 });
  const transfer = client.downloadTo(chunks, file.path, start);
  transfer.catch((error: unknown) =>
    chunks.destroy(error instanceof Error ? error : new Error('transfer')),
  );
  try {
    yield* chunks;
    await transfer;
    const now = await versionOf(client, file);
    if (now.bytes !== version.bytes || now.modifiedAt !== version.modifiedAt)
      throw changedMeanwhile(label);
  } catch (error) {
    throw ftpFailure(label, fileMissing, error);
  } finally {
    release();
  }
}

/** Every error of the connection is a failure of the source. The library identifies most of them only by their text. */
function ftpFailure(label: string, missing: SourceFailure, error: unknown): unknown {
  const named = networkFailure(label, error);
  if (named instanceof AppError) return named;
  if (error instanceof FTPError) {
    if (error.code === 530 || error.code === 331 || error.code === 332)
      return unauthorised(label, error);
    if (error.code === 550) return missing(label, error);
    // Some servers also use 551 for a read that failed midway.
    return error.code < 500 || error.code === 551
      ? unreachable(label, error)
      : refused(label, error);
  }
  if (!(error instanceof Error)) return error;
  if (error.message.startsWith('Timeout')) return silent(label, error);
  if (error.message.includes('Maximum bytes exceeded')) return listingTooLarge(label, error);
  return unreachable(label, error);
}
