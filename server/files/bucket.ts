import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { AppError } from '../errors.ts';
import type { S3Address } from '../sources/address.ts';
import { encodeKey } from '../sources/s3-key.ts';
import { readS3Page, s3ErrorCode } from '../sources/s3-listing.ts';
import { FileGoneError } from './shared-files.ts';

/** Of each part of a large file; memory holds one at a time. S3 takes ten thousand, of 5 MiB at the least. */
const partBytes = 16 * 2 ** 20;
const answerWithinMs = 120_000;
const retryAfterMs = [200, 1_000, 4_000] as const;

interface Question {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without the address's prefix; empty for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly signal?: AbortSignal | undefined;
}

export interface BucketObject {
  /** Without the address's prefix. */
  readonly key: string;
  readonly changedAt: Date;
}

/** A bucket of any S3-compatible server, addressed by path, and within it the keys under a prefix. */
export class Bucket {
  readonly #address: S3Address;
  readonly #signer: AwsClient;

  constructor(address: S3Address) {
    this.#address = address;
    this.#signer = new AwsClient({
      accessKeyId: address.accessKeyId,
      secretAccessKey: address.secretAccessKey,
      region: address.region,
      service: 's3',
      retries: 0,
    });
  }

  /** Puts a local file under a key: in one call, or in parts where it is large; the key has all of it or what it had. */
  async put(key: string, path: string, signal?: AbortSignal): Promise<void> {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    if (size > partBytes) await this.#putInParts(key, file, signal);
    else await this.#ask({ method: 'PUT', key, body: await readPart(file, 0, size), signal });
  }

  /** Bytes of a key; undefined where there is none. */
  async size(key: string): Promise<number | undefined> {
    const answer = await this.#ask({ method: 'HEAD', key });
    return answer === undefined ? undefined : Number(answer.headers.get('content-length') ?? 0);
  }

  /** Throws `FileGoneError`. */
  async read(key: string, signal?: AbortSignal): Promise<Readable> {
    const answer = await this.#ask({ method: 'GET', key, signal });
    if (answer === undefined) throw new FileGoneError(key);
    return Readable.from(answer.body ?? [], { objectMode: false });
  }

  async remove(key: string): Promise<void> {
    await this.#ask({ method: 'DELETE', key });
  }

  /** Everything under a prefix, page by page. */
  async list(prefix: string): Promise<BucketObject[]> {
    const found: BucketObject[] = [];
    let token: string | undefined;
    do {
      const page = await this.#page(prefix, token);
      for (const { path, modifiedAt } of page.files) {
        const changedAt = new Date(modifiedAt ?? 0);
        found.push({ key: path.slice(this.#address.prefix.length), changedAt });
      }
      if (page.next !== undefined && page.next === token) throw unreachable();
      token = page.next;
    } while (token !== undefined);
    return found;
  }

  /** Rejects when the bucket does not let us list it. */
  async check(): Promise<void> {
    await this.#page('', undefined, '1');
  }

  async #page(prefix: string, token: string | undefined, mostKeys?: string) {
    const answer = await this.#ask({
      method: 'GET',
      query: {
        'list-type': '2',
        prefix: this.#address.prefix + prefix,
        ...(token !== undefined && { 'continuation-token': token }),
        ...(mostKeys !== undefined && { 'max-keys': mostKeys }),
      },
    });
    const page = answer && readS3Page(await answer.text());
    if (page === undefined) throw unreachable();
    return page;
  }

  async #putInParts(key: string, file: FileHandle, signal: AbortSignal | undefined): Promise<void> {
    const begun = await this.#told({ method: 'POST', key, query: { uploads: '' }, signal });
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
    if (uploadId === undefined) throw unreachable();
    try {
      const tags = await this.#putParts(key, uploadId, file, signal);
      const parts = tags.map(
        (tag, index) =>
          `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const done = await this.#told({ method: 'POST', key, query: { uploadId }, body, signal });
      // It answers 200 before it knows how it ends.
      if (s3ErrorCode(done) !== '') throw unreachable();
    } catch (error) {
      await this.#ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
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
      const answer = await this.#ask({ method: 'PUT', key, query, body, signal });
      tags.push(answer?.headers.get('etag') ?? '');
    }
    return tags;
  }

  async #told(question: Question): Promise<string> {
    return (await this.#ask(question))?.text() ?? '';
  }

  /** The good answer, undefined where there is no such key. What passes by itself is asked again. */
  async #ask(question: Question): Promise<Response | undefined> {
    for (const waitMs of retryAfterMs) {
      const answer = await this.#askOnce(question);
      if (answer !== 'again') return answer;
      await sleep(waitMs, undefined, { signal: question.signal });
    }
    const answer = await this.#askOnce(question);
    if (answer === 'again') throw unreachable();
    return answer;
  }

  async #askOnce(question: Question): Promise<Response | undefined | 'again'> {
    const { method, body, signal } = question;
    const signed = await this.#signed(question);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), answerWithinMs);
    try {
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        ...(body !== undefined && { body }),
        signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]),
      });
      return await judged(answer);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AppError) throw error;
      return 'again';
    } finally {
      clearTimeout(timer);
    }
  }

  async #signed({ method, key = '', query = {}, body = '' }: Question): Promise<Request> {
    const { endpoint, bucket, prefix } = this.#address;
    const path = key === '' ? '' : `/${encodeKey(prefix + key)}`;
    const url = new URL(`/${bucket}${path}`, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const digest = createHash('sha256').update(body).digest('hex');
    return this.#signer.sign(url.href, { method, headers: { 'x-amz-content-sha256': digest } });
  }
}

/** Undefined for a key that is missing, `again` for what passes, and a failure for what someone must mend. */
async function judged(answer: Response): Promise<Response | undefined | 'again'> {
  if (answer.ok) return answer;
  const code = s3ErrorCode(await answer.text().catch(() => ''));
  if (answer.status === 404 && code !== 'NoSuchBucket') return undefined;
  if (answer.status === 408 || answer.status === 429 || answer.status >= 500) return 'again';
  throw unreachable(new Error(`The bucket answered ${answer.status} ${code}.`));
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

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const unreachable = (cause?: unknown) =>
  new AppError(
    'arquivos_inalcancaveis',
    503,
    'O armazenamento de arquivos não respondeu. Tente de novo em instantes e, se persistir, avise um administrador.',
    { cause },
  );
