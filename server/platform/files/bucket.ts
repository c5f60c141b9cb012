import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AwsClient } from 'aws4fetch';
import { FileGoneError } from './shared-files.ts';
import { AppError } from '../errors.ts';
import { useNewerUndici } from '../newer-undici.ts';
import { escapeXml } from '../escape-xml.ts';
import type { S3Address } from './bucket-address.ts';
import { continuedContent, isStall, retryAfterMs, unreachable } from './bucket-content.ts';
import { encodeKey, readS3Page, s3ErrorCode, signerOf, type S3Page } from './s3-listing.ts';
import { sha256 } from '../digest.ts';

/** Size of each part of a large file. Memory holds one part at a time. S3 accepts 10,000 parts of at least 5 MiB. */
const partBytes = 16 * 2 ** 20;

interface BucketRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without the address's prefix; empty for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly signal?: AbortSignal | undefined;
}

interface TransientFailure {
  readonly cause: unknown;
}

export interface BucketObject {
  /** Without the address's prefix. */
  readonly key: string;
  readonly changedAt: Date;
}

/** A bucket of any S3-compatible server, in path-style addressing, and the keys under a prefix in it. */
export class Bucket {
  readonly #address: S3Address;
  readonly #signer: AwsClient;

  constructor(address: S3Address) {
    this.#address = address;
    this.#signer = signerOf(address);
  }

  /** Writes a local file to a key, in parts if it is large. The key holds all of it or its previous content. */
  async put(key: string, path: string, signal?: AbortSignal): Promise<void> {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    if (size > partBytes) await this.#putInParts(key, file, signal);
    else await this.#write({ method: 'PUT', key, body: await readPart(file, 0, size), signal });
  }

  /** Bytes of a key; undefined if the key does not exist. */
  async size(key: string): Promise<number | undefined> {
    const answer = await this.#send({ method: 'HEAD', key });
    return answer && Number(answer.headers.get('content-length') ?? 0);
  }

  /** The content of a key; after a cut connection it continues where that one ended. Throws `FileGoneError`. */
  async read(key: string, signal?: AbortSignal): Promise<Readable> {
    const answer = await this.#send({ method: 'GET', key, signal });
    if (answer === undefined) throw new FileGoneError(key);
    const tag = answer.headers.get('etag');
    const rest = (received: number) => this.#rest(key, received, tag, signal);
    return Readable.from(continuedContent(answer, rest, signal), { objectMode: false });
  }

  async #rest(
    key: string,
    received: number,
    tag: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const headers = { range: `bytes=${received}-`, ...(tag !== null && { 'if-match': tag }) };
    const answer = await this.#send({ method: 'GET', key, headers, signal });
    if (answer === undefined) throw new FileGoneError(key);
    if (answer.status === 206) return answer;
    await answer.body?.cancel();
    throw unreachable(new Error('The bucket sent the whole file in place of the rest.'));
  }

  async remove(key: string): Promise<void> {
    await this.#send({ method: 'DELETE', key });
  }

  /** All objects under a prefix, fetched page by page. */
  async list(prefix: string): Promise<BucketObject[]> {
    const found: BucketObject[] = [];
    let token: string | undefined;
    do {
      const page = await this.#page(prefix, token);
      for (const { path, modifiedAt } of page.files) {
        // An object of unknown age counts as new.
        const changedAt = modifiedAt === null ? new Date() : new Date(modifiedAt);
        found.push({ key: path.slice(this.#address.prefix.length), changedAt });
      }
      if (page.next !== undefined && page.next === token) throw unreachable();
      token = page.next;
    } while (token !== undefined);
    return found;
  }

  /** Rejects if the bucket cannot be listed. Does not retry, so that the caller gets a quick result. */
  async check(): Promise<void> {
    const answer = await this.#sendOnce(this.#listing('', { 'max-keys': '1' }));
    if (answer === undefined || 'cause' in answer) throw unreachable(answer?.cause);
    await pageOf(answer);
  }

  async #page(prefix: string, token: string | undefined): Promise<S3Page> {
    const answer = await this.#send(
      this.#listing(prefix, { ...(token !== undefined && { 'continuation-token': token }) }),
    );
    if (answer === undefined) throw unreachable();
    return pageOf(answer);
  }

  #listing(prefix: string, query: BucketRequest['query']): BucketRequest {
    const all = { 'list-type': '2', prefix: this.#address.prefix + prefix, ...query };
    return { method: 'GET', query: all };
  }

  async #putInParts(key: string, file: FileHandle, signal: AbortSignal | undefined): Promise<void> {
    const begun = await this.#write({ method: 'POST', key, query: { uploads: '' }, signal });
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await begun.text())?.[1];
    if (uploadId === undefined) throw unreachable();
    try {
      const tags = await this.#putParts(key, uploadId, file, signal);
      const parts = tags.map(
        (tag, index) =>
          `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const done = await this.#send({ method: 'POST', key, query: { uploadId }, body, signal });
      // The server responds with 200 before it knows the outcome.
      if (done !== undefined && s3ErrorCode(await done.text()) !== '') throw unreachable();
      // If the response is lost, the retry finds that the upload no longer exists, although the file is complete.
      const { size } = await file.stat();
      if ((await this.size(key)) !== size) throw unreachable();
    } catch (error) {
      await this.#send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  async #putParts(
    key: string,
    uploadId: string,
    file: FileHandle,
    signal: AbortSignal | undefined,
  ): Promise<string[]> {
    const { size } = await file.stat();
    const tags: string[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const body = await readPart(file, start, Math.min(partBytes, size - start));
      const query = { partNumber: `${tags.length + 1}`, uploadId };
      const response = await this.#write({ method: 'PUT', key, query, body, signal });
      tags.push(response.headers.get('etag') ?? '');
    }
    return tags;
  }

  /** Sends a request whose target cannot be missing: with a 404, the server has not accepted the write. */
  async #write(request: BucketRequest): Promise<Response> {
    const answer = await this.#send(request);
    if (answer === undefined) throw unreachable(new Error('The bucket answered 404 to a write.'));
    return answer;
  }

  /**
   * The successful response; undefined if the key does not exist. Retries transient failures, but no reading from a
   * silent bucket: a user waits for some files, and proxies end a call after 300 s or less.
   */
  async #send(request: BucketRequest): Promise<Response | undefined> {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    for (const waitMs of retryAfterMs) {
      const answer = await this.#sendOnce(request);
      if (answer === undefined || !('cause' in answer)) return answer;
      if (isReading && isStall(answer.cause)) throw unreachable(answer.cause);
      await sleep(waitMs, undefined, { signal: request.signal });
    }
    const answer = await this.#sendOnce(request);
    if (answer !== undefined && 'cause' in answer) throw unreachable(answer.cause);
    return answer;
  }

  async #sendOnce(request: BucketRequest): Promise<Response | undefined | TransientFailure> {
    const { method, body, signal } = request;
    const signed = await this.#signed(request);
    await useNewerUndici();
    try {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        // The server connects to configured hosts only.
        redirect: 'manual',
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      });
      return await classified(response);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof AppError) throw cause;
      return { cause };
    }
  }

  async #signed(request: BucketRequest): Promise<Request> {
    const { method, key = '', query = {}, headers = {}, body = '' } = request;
    const { endpoint, bucket, prefix } = this.#address;
    const path = key === '' ? '' : `/${encodeKey(prefix + key)}`;
    const url = new URL(`/${bucket}${path}`, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const digest = sha256(body);
    return this.#signer.sign(url.href, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': digest },
    });
  }
}

/** Undefined for a missing key, or the cause of a transient failure. Throws for what an operator must fix. */
async function classified(response: Response): Promise<Response | undefined | TransientFailure> {
  const { ok, status } = response;
  if (ok) return response;
  const code = s3ErrorCode(await response.text().catch(() => ''));
  if (status === 404 && code !== 'NoSuchBucket') return undefined;
  const cause = new Error(`The bucket answered ${status} ${code}.`);
  if (status === 408 || status === 429 || status >= 500) return { cause };
  throw unreachable(cause);
}

async function pageOf(answer: Response): Promise<S3Page> {
  const page = readS3Page(await answer.text());
  if (page === undefined) throw unreachable();
  return page;
}

async function readPart(
  file: FileHandle,
  start: number,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await file.read(part, filled, bytes - filled, start + filled);
    if (bytesRead === 0) throw new Error('The file became shorter while it was read.');
    filled += bytesRead;
  }
  return part;
}
