import { isUtf8 } from 'node:buffer';
import { PassThrough } from 'node:stream';
import { Client, FTPError } from 'basic-ftp';
import type { FtpAddress } from './address.ts';
import { networkFailure, SourceFailure, type FailureCode } from './failures.ts';
import {
  isSameVersion,
  type FileVersion,
  type FoundFile,
  type OpenedFile,
  type Reader,
  type Received,
  type Search,
  type SourceFile,
  type SourceLimits,
} from './source.ts';
import { walkTree, type Folder } from './walk-tree.ts';

/** MTE's folder of the months, for an address that names only the server. */
const officialPath = '/pdet/microdados/NOVO CAGED';

/** An FTP server, in passive mode; one connection for a listing and one for a download. */
export function ftpReader(address: FtpAddress, limits: SourceLimits): Reader {
  async function find(search: Search): Promise<FoundFile[]> {
    const { client, release } = await connect(address, limits, search.signal);
    try {
      const root = await enterRoot(client, address);
      const read = (path: string) => readFolder(client, path);
      const files = await walkTree({ limits, root, read }, search);
      const dated: FoundFile[] = [];
      for (const file of files) {
        const modifiedAt = (await modifiedTime(client, file.path)) ?? file.modifiedAt;
        dated.push({ ...file, modifiedAt });
      }
      return dated;
    } catch (error) {
      search.signal.throwIfAborted();
      throw ftpFailure('fonte_pasta_ausente', error);
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
      return { version, start, bytes: bytesOf(client, release, file, version, start) };
    } catch (error) {
      release();
      signal.throwIfAborted();
      throw ftpFailure('fonte_arquivo_ausente', error);
    }
  }

  return { find, open };
}

/** Names are raw bytes, read as latin-1 in any encoding, so that a name with an accent is sent back unchanged. */
async function connect(address: FtpAddress, limits: SourceLimits, signal: AbortSignal) {
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
    throw ftpFailure('fonte_pasta_ausente', error);
  }
}

const asBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

/** A name as readable text, in the encoding of its bytes. */
function readable(name: string): string {
  const bytes = Buffer.from(name, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : name;
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

async function readFolder(client: Client, path: string): Promise<Folder> {
  try {
    await client.cd(path);
    const entries = await client.list();
    const start = path === '/' ? path : `${path}/`;
    const placed = entries
      .filter(({ name }) => name !== '.' && name !== '..' && !name.includes('/'))
      .map((entry) => ({ entry, name: readable(entry.name), path: start + entry.name }));
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
    throw ftpFailure('fonte_pasta_ausente', error);
  }
}

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
      throw new SourceFailure('fonte_alterada');
  } catch (error) {
    throw ftpFailure('fonte_arquivo_ausente', error);
  } finally {
    release();
  }
}

/** Every error of the connection is a failure of the source. The library identifies most of them only by their text. */
function ftpFailure(missing: FailureCode, error: unknown): unknown {
  const named = networkFailure(error);
  if (named !== error || named instanceof SourceFailure || !(error instanceof Error)) return named;
  return new SourceFailure(failureOf(missing, error), { cause: error });
}

function failureOf(missing: FailureCode, error: Error): FailureCode {
  if (error instanceof FTPError) {
    if ([530, 331, 332].includes(error.code)) return 'fonte_sem_autorizacao';
    if (error.code === 550) return missing;
    // Some servers also use 551 for a read that failed midway.
    return error.code < 500 || error.code === 551 ? 'fonte_inalcancavel' : 'fonte_recusou';
  }
  if (error.message.startsWith('Timeout')) return 'fonte_silenciosa';
  if (error.message.includes('Maximum bytes exceeded')) return 'fonte_lista_grande_demais';
  return 'fonte_inalcancavel';
}
