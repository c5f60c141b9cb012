import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server, type Locker } from '@tus/server';
import { z } from 'zod';
import {
  resumableHours,
  resumablePath,
  ResumableMetadata,
} from '../../../shared/contracts/resumable.ts';
import { AppError, conflict, notFound } from '../../platform/errors.ts';
import { ensureFreeDisk, type FreeBytes } from '../../platform/files/free-disk.ts';
import { ignoreMissing } from '../../platform/ignore-missing.ts';
import { sha256OfFile } from '../../platform/digest.ts';

export interface PartialUploadsOptions {
  /** The folder of files until they are queued; created if it is missing. */
  readonly directory: string;
  readonly maxBytes: number;
  readonly freeBytes?: FreeBytes;
  /** Admits one writing call per file at a time. */
  readonly locks: Locker;
}

/** A file that is arriving, as stored on disk. */
export interface PartialUpload {
  readonly id: string;
  readonly ownerId: string;
  readonly metadata: ResumableMetadata;
  readonly bytes: number;
  readonly receivedBytes: number;
  readonly createdAt: Date;
  readonly path: string;
}

const OwnedMetadata = ResumableMetadata.extend({ owner: z.string() });

/** Whether a text has the form of the IDs issued here, which are also file names. */
export const isPartialId = (id: string) => /^[0-9a-f]{32}$/.test(id);

/** What one user may have announced and not queued: a year of files, and bytes in files of the maximum size. */
const maxOfOnePerson = { files: 50, largestFiles: 10 };

const expiryMs = resumableHours * 3_600_000;

/**
 * Files that arrive in pieces. @tus/server implements the protocol; this class decides about ownership, space, content
 * and expiry. All state is on disk, so that a restart changes nothing.
 */
export class PartialUploads {
  readonly #options: PartialUploadsOptions;
  readonly #store: FileStore;
  readonly #tus: Server;
  /** The SHA-256 of complete files that were already read, by file ID. */
  readonly #sums = new Map<string, string>();
  #lastCreation: Promise<unknown> = Promise.resolve();

  constructor(options: PartialUploadsOptions) {
    const { directory, maxBytes, locks } = options;
    this.#options = options;
    this.#store = new FileStore({ directory, expirationPeriodInMilliseconds: expiryMs });
    this.#store.extensions = ['creation', 'termination', 'expiration'];
    this.#tus = new Server({
      path: resumablePath,
      datastore: this.#store,
      maxSize: maxBytes,
      locker: locks,
      relativeLocation: true,
      lockDrainTimeout: 1_000,
    });
  }

  get directory(): string {
    return this.#options.directory;
  }

  async prepare(): Promise<void> {
    await mkdir(this.#options.directory, { recursive: true });
  }

  /** Lets the protocol library answer the request; the caller has checked the user's permission. */
  answer(request: Request): Promise<Response> {
    return this.#tus.handleWeb(request);
  }

  /**
   * Begins an upload of `bytes` bytes. Calls run one after another, because each one reserves space. Throws `AppError`
   * 409 `too_many_uploads` if the owner has too much announced, and 507 if the disk is full.
   */
  async begin(bytes: number, ownerId: string, request: Request): Promise<Response> {
    const creation = this.#lastCreation.then(async () => {
      const all = await this.#all();
      this.#ensureShare(
        bytes,
        all.filter((upload) => upload.ownerId === ownerId),
      );
      await this.#ensureRoom(bytes, all);
      return this.answer(request);
    });
    this.#lastCreation = creation.catch(() => undefined);
    return creation;
  }

  /** A user's upload; another user's upload counts as non-existent. Throws `AppError` `unknown_upload` (404). */
  async find(id: string, ownerId: string): Promise<PartialUpload> {
    const found = isPartialId(id) ? await this.#read(id) : undefined;
    if (found?.ownerId !== ownerId) throw unknownUpload();
    return found;
  }

  async ofOwner(ownerId: string): Promise<PartialUpload[]> {
    return (await this.#all()).filter((upload) => upload.ownerId === ownerId);
  }

  /** Complete files of all users that no upload has yet. */
  async whole(): Promise<PartialUpload[]> {
    return (await this.#all()).filter((upload) => upload.receivedBytes === upload.bytes);
  }

  /** Compares a complete file with its sender's SHA-256; removes a different one and throws 422 `hash_diferente`. */
  async verify({ id, path, metadata }: PartialUpload, text?: string): Promise<void> {
    const { filename } = metadata;
    const expected = [metadata.sha256, text].filter((sum) => sum !== undefined);
    if (expected.length === 0) return;
    const sum = this.#sums.get(id) ?? (await sha256OfFile(path));
    this.#sums.set(id, sum);
    if (expected.every((one) => one === sum)) return;
    this.#sums.delete(id);
    // Another request may have removed it.
    await this.#store.remove(id).catch(() => undefined);
    throw new AppError(
      'hash_diferente',
      422,
      `O arquivo “${filename}” chegou diferente do que foi enviado (o SHA-256 não confere). Envie-o outra vez.`,
    );
  }

  /** Removes a file that an upload already has under another name. */
  async forget(id: string): Promise<void> {
    this.#sums.delete(id);
    await rm(join(this.directory, id), { force: true });
    await this.#store.configstore.delete(id);
  }

  #ensureShare(bytes: number, own: readonly PartialUpload[]): void {
    const announced = own.reduce((sum, upload) => sum + upload.bytes, bytes);
    const maxAnnounced = maxOfOnePerson.largestFiles * this.#options.maxBytes;
    if (own.length < maxOfOnePerson.files && announced <= maxAnnounced) return;
    throw conflict(
      'too_many_uploads',
      'Você já tem envios demais em aberto. Termine ou cancele algum antes de enviar outro arquivo.',
    );
  }

  async #ensureRoom(bytes: number, all: readonly PartialUpload[]): Promise<void> {
    const { directory, freeBytes } = this.#options;
    const promised = all.reduce((sum, upload) => sum + upload.bytes - upload.receivedBytes, 0);
    await ensureFreeDisk(directory, promised + bytes, freeBytes);
  }

  async #all(): Promise<PartialUpload[]> {
    const names = await readdir(this.#options.directory);
    const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
    // Any process may have removed the others.
    for (const id of this.#sums.keys()) if (!ids.includes(id)) this.#sums.delete(id);
    const found = await Promise.all(ids.map((id) => this.#read(id)));
    return found.filter((upload) => upload !== undefined);
  }

  async #read(id: string): Promise<PartialUpload | undefined> {
    // The protocol library throws plain objects for a missing file, and the parser throws for a half-written note.
    const upload = await this.#store.getUpload(id).catch(() => undefined);
    const metadata = OwnedMetadata.safeParse(upload?.metadata);
    if (upload?.size === undefined || !metadata.success) return undefined;
    const { owner, ...own } = metadata.data;
    return {
      id,
      ownerId: owner,
      metadata: own,
      bytes: upload.size,
      receivedBytes: upload.offset,
      createdAt: new Date(upload.creation_date ?? 0),
      path: join(this.#options.directory, id),
    };
  }
}

export const unknownUpload = () =>
  notFound('unknown_upload', 'Este envio não existe ou já venceu. Envie o arquivo outra vez.');

export const expiryOf = ({ createdAt }: PartialUpload) => new Date(createdAt.getTime() + expiryMs);

/** Removes uploads that began too long ago, finished or not. Several processes may run it without harm. */
export async function sweepPartialUploads({
  directory,
  clock,
}: {
  readonly directory: string;
  readonly clock: () => Date;
}): Promise<{ readonly partialUploads: number }> {
  const before = clock().getTime() - expiryMs;
  const names = (await ignoreMissing(readdir(directory))) ?? [];
  const ids = new Set(names.map((name) => name.replace(/\.json$/, '')));
  let partialUploads = 0;
  for (const id of ids) {
    if ((await begunAt(join(directory, id))) >= before) continue;
    await rm(join(directory, id), { force: true });
    await rm(join(directory, `${id}.json`), { force: true });
    partialUploads += 1;
  }
  return { partialUploads };
}

/** The note beside a file is written once, when the upload begins; a file without a note counts by its own time. */
async function begunAt(path: string): Promise<number> {
  const found = await stat(`${path}.json`).catch(() => stat(path).catch(() => undefined));
  return found?.mtimeMs ?? Number.POSITIVE_INFINITY;
}
