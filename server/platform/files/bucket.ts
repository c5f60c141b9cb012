import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
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
export function bucketAt(address: S3Address) {
  const { send, sendOnce } = senderTo(address);
  const listing = (prefix: string, query: BucketRequest['query']): BucketRequest => ({
    method: 'GET',
    query: { 'list-type': '2', prefix: address.prefix + prefix, ...query },
  });

  /** Sends a request whose target cannot be missing: with a 404, the server has not accepted the write. */
  const write = async (request: BucketRequest): Promise<Response> => {
    const answer = await send(request);
    if (answer === undefined) throw unreachable(new Error('The bucket answered 404 to a write.'));
    return answer;
  };

  const content = async (
    key: string,
    signal: AbortSignal | undefined,
    headers: BucketRequest['headers'] = {},
  ): Promise<Response> => {
    const answer = await send({ method: 'GET', key, headers, signal });
    if (answer === undefined) throw new FileGoneError(key);
    return answer;
  };

  /** Bytes of a key; undefined if the key does not exist. */
  const size = async (key: string): Promise<number | undefined> => {
    const answer = await send({ method: 'HEAD', key });
    return answer && Number(answer.headers.get('content-length') ?? 0);
  };

  const putInParts = async (key: string, file: FileHandle, signal: AbortSignal | undefined) => {
    const begun = await write({ method: 'POST', key, query: { uploads: '' }, signal });
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await begun.text())?.[1];
    if (uploadId === undefined) throw unreachable();
    try {
      const { size: bytes } = await file.stat();
      const parts: string[] = [];
      for (let start = 0; start < bytes; start += partBytes) {
        const body = await readPart(file, start, Math.min(partBytes, bytes - start));
        const partNumber = `${parts.length + 1}`;
        const query = { partNumber, uploadId };
        const { headers } = await write({ method: 'PUT', key, query, body, signal });
        const tag = escapeXml(headers.get('etag') ?? '');
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${tag}</ETag></Part>`);
      }
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const done = await send({ method: 'POST', key, query: { uploadId }, body, signal });
      // The server responds with 200 before it knows the outcome.
      if (done !== undefined && s3ErrorCode(await done.text()) !== '') throw unreachable();
      // If the response is lost, the retry finds that the upload no longer exists, although the file is complete.
      if ((await size(key)) !== bytes) throw unreachable();
    } catch (error) {
      await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  };

  return {
    /** Writes a local file to a key, in parts if it is large. The key holds all of it or its previous content. */
    async put(key: string, path: string, signal?: AbortSignal): Promise<void> {
      await using file = await open(path, 'r');
      const { size: bytes } = await file.stat();
      if (bytes > partBytes) await putInParts(key, file, signal);
      else await write({ method: 'PUT', key, body: await readPart(file, 0, bytes), signal });
    },

    size,

    /** The content of a key; after a cut connection it continues where that one ended. Throws `FileGoneError`. */
    async read(key: string, signal?: AbortSignal): Promise<Readable> {
      const first = await content(key, signal);
      const tag = first.headers.get('etag');
      const rest = async (received: number): Promise<Response> => {
        const headers = { range: `bytes=${received}-`, ...(tag !== null && { 'if-match': tag }) };
        const answer = await content(key, signal, headers);
        if (answer.status === 206) return answer;
        await answer.body?.cancel();
        throw unreachable(new Error('The bucket sent the whole file in place of the rest.'));
      };
      return Readable.from(continuedContent(first, rest, signal), { objectMode: false });
    },

    async remove(key: string): Promise<void> {
      await send({ method: 'DELETE', key });
    },

    /** All objects under a prefix, fetched page by page. */
    async list(prefix: string): Promise<BucketObject[]> {
      const found: BucketObject[] = [];
      for (let token: string | undefined; ;) {
        const query = { ...(token !== undefined && { 'continuation-token': token }) };
        const { files, next } = await pageOf(await send(listing(prefix, query)));
        for (const { path, modifiedAt } of files) {
          // An object of unknown age counts as new.
          const changedAt = modifiedAt === null ? new Date() : new Date(modifiedAt);
          found.push({ key: path.slice(address.prefix.length), changedAt });
        }
        if (next === undefined) return found;
        if (next === token) throw unreachable();
        token = next;
      }
    },

    /** Rejects if the bucket cannot be listed. Does not retry, so that the caller gets a quick result. */
    async check(): Promise<void> {
      const answer = await sendOnce(listing('', { 'max-keys': '1' }));
      if (answer !== undefined && 'cause' in answer) throw unreachable(answer.cause);
      await pageOf(answer);
    },
  };
}

/** Signs and sends the requests to a bucket. */
function senderTo(address: S3Address) {
  const { endpoint, bucket, prefix } = address;
  const signer = signerOf(address);
  const signed = (request: BucketRequest): Promise<Request> => {
    const { method, key = '', query = {}, headers = {}, body = '' } = request;
    const path = key === '' ? '' : `/${encodeKey(prefix + key)}`;
    const url = new URL(`/${bucket}${path}`, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return signer.sign(url.href, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256(body) },
    });
  };

  /** The successful response; undefined if the key does not exist. */
  const sendOnce = async (
    request: BucketRequest,
  ): Promise<Response | undefined | TransientFailure> => {
    const { method, body, signal } = request;
    const { url, headers } = await signed(request);
    await useNewerUndici();
    try {
      const response = await fetch(url, {
        method,
        headers,
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
  };

  /**
   * As `sendOnce`. Retries transient failures, but no reading from a silent bucket: a user waits for some files, and
   * proxies end a call after 300 s or less.
   */
  const send = async (request: BucketRequest): Promise<Response | undefined> => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    for (const waits = retryAfterMs.values(); ;) {
      const answer = await sendOnce(request);
      if (answer === undefined || !('cause' in answer)) return answer;
      const { value: waitMs } = waits.next();
      if (waitMs === undefined || (isReading && isStall(answer.cause)))
        throw unreachable(answer.cause);
      await sleep(waitMs, undefined, { signal: request.signal });
    }
  };
  return { send, sendOnce };
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

async function pageOf(answer: Response | undefined): Promise<S3Page> {
  const page = answer && readS3Page(await answer.text());
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
