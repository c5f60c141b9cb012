import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { md5Of, type StoredFile } from './test-server.ts';

/** Results of the calls that write. */
export class BucketWrites {
  /** Size of every body, in order of arrival. */
  readonly bodies: number[] = [];
  /** Each of the next writes gets this status, as from a busy server; 0 lets one succeed. */
  readonly failures: number[] = [];
  /** The same for the next reads. */
  readonly readFailures: number[] = [];
  /** Completes the next multipart upload, but breaks the connection instead of responding. */
  losesNextCompletion = false;
  readonly #files: Map<string, StoredFile>;
  readonly #parts = new Map<string, Map<number, Buffer>>();

  constructor(files: Map<string, StoredFile>) {
    this.#files = files;
  }

  /** Multipart uploads that were neither completed nor aborted. */
  get unfinished(): number {
    return this.#parts.size;
  }

  /** Puts, completes multipart uploads and deletes as S3 does; returns false for calls that only read. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    { key, query }: { readonly key: string; readonly query: URLSearchParams },
  ): Promise<boolean> {
    const { method = 'GET' } = request;
    if (!['PUT', 'POST', 'DELETE'].includes(method)) return false;
    const body = Buffer.concat(await request.toArray());
    this.bodies.push(body.length);
    const failure = this.failures.shift() || undefined;
    const digest = createHash('sha256').update(body).digest('hex');
    if (failure !== undefined) response.writeHead(failure).end();
    else if (request.headers['x-amz-content-sha256'] !== digest) response.writeHead(400).end();
    else if (method === 'PUT') this.#put(response, key, query, body);
    else if (method === 'POST') this.#post(response, key, query, body);
    else this.#delete(response, key, query);
    return true;
  }

  #put(response: ServerResponse, key: string, query: URLSearchParams, body: Buffer): void {
    const uploadId = query.get('uploadId');
    if (uploadId === null) this.#files.set(key, { content: body, modifiedAt: new Date() });
    else this.#parts.get(uploadId)?.set(Number(query.get('partNumber')), body);
    response.writeHead(200, { etag: `"${md5Of(body)}"` }).end();
  }

  #post(response: ServerResponse, key: string, query: URLSearchParams, body: Buffer): void {
    if (query.has('uploads')) {
      const begun = `envio-${this.#parts.size + 1}`;
      this.#parts.set(begun, new Map());
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      );
      return;
    }
    const uploadId = query.get('uploadId') ?? '';
    const parts = this.#parts.get(uploadId);
    if (parts === undefined) {
      response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
      return;
    }
    const named = [
      ...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g),
    ].map(([, number, tag]) => ({ content: parts.get(Number(number)), tag }));
    const contents = named.flatMap(({ content, tag }) =>
      content !== undefined && md5Of(content) === tag ? [content] : [],
    );
    // As S3 does, it sends 200 before it knows the result.
    if (contents.length === 0 || contents.length !== parts.size) {
      response.end('<Error><Code>InvalidPart</Code></Error>');
      return;
    }
    this.#files.set(key, { content: Buffer.concat(contents), modifiedAt: new Date() });
    this.#parts.delete(uploadId);
    if (this.losesNextCompletion) {
      this.losesNextCompletion = false;
      response.destroy();
      return;
    }
    response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }

  #delete(response: ServerResponse, key: string, query: URLSearchParams): void {
    const uploadId = query.get('uploadId');
    if (uploadId === null) this.#files.delete(key);
    else this.#parts.delete(uploadId);
    response.writeHead(204).end();
  }
}
