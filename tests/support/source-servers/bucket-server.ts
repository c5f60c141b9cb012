import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import { BucketWrites } from './bucket-writes.ts';
import { serveBytes, startHttp, tagOf } from './serve-bytes.ts';
import { Faults, type StoredFile, type TestServer } from './test-server.ts';

const [accessKeyId, secretAccessKey] = ['AKIDTESTE', 'seg/redo+grande='];
const pageKeys = 3;

/** The same, with access to what was written to it. */
export interface TestBucket extends TestServer {
  /** By the full key. */
  readonly files: ReadonlyMap<string, StoredFile>;
  readonly writes: BucketWrites;
}

/**
 * The S3 calls that the product makes, with S3's responses: every signature is recomputed and compared, pages of three
 * keys with continuation tokens, ranges, and errors in XML.
 */
export async function bucketServer(): Promise<TestBucket> {
  const faults = new Faults();
  const files = new Map<string, StoredFile>();
  const writes = new BucketWrites(files);
  const server = await startHttp((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (!(await isSigned(request, url))) return fail(response, 403, 'SignatureDoesNotMatch');
    const failure = request.method === 'GET' ? writes.readFailures.shift() : undefined;
    if (failure !== undefined) return fail(response, failure, 'SlowDown');
    const [, bucket, ...key] = url.pathname.split('/');
    if (bucket !== 'balde') return fail(response, 404, 'NoSuchBucket');
    if (key.length === 0) return listing(response, url, files);
    const name = key.map(decodeURIComponent).join('/');
    if (await writes.answer(request, response, { key: name, query: url.searchParams })) return;
    const file = files.get(name);
    if (file === undefined) return fail(response, 404, 'NoSuchKey');
    serveBytes(request, response, file, faults);
  }
  const at = (secret: string, path: string) =>
    `s3://${accessKeyId}:${encodeURIComponent(secret)}@${server.host}/${path}?region=sa-east-1&https=0`;
  return {
    faults,
    files,
    writes,
    address: at(secretAccessKey, 'balde/novo caged & cia'),
    options: {},
    forbiddenAddress: at('errada-demais', 'balde'),
    missingAddress: at(secretAccessKey, 'outro'),
    secrets: ['errada-demais', secretAccessKey, encodeURIComponent(secretAccessKey), accessKeyId],
    put: (path, file) => void files.set(`novo caged & cia/${path}`, file),
    remove: (path) => void files.delete(`novo caged & cia/${path}`),
    stop: server.stop,
    clean: () => undefined,
  };
}

async function isSigned(request: IncomingMessage, url: URL): Promise<boolean> {
  const given = request.headers.authorization ?? '';
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? [];
  const headers = names
    .filter((name) => name !== 'host')
    .map((name): [string, string] => [name, String(request.headers[name] ?? '')]);
  const signer = new AwsV4Signer({
    method: request.method ?? 'GET',
    url: url.href,
    headers: Object.fromEntries(headers),
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region: 'sa-east-1',
    datetime: String(request.headers['x-amz-date'] ?? ''),
  });
  return given === (await signer.authHeader());
}

function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`);
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function listing(response: ServerResponse, url: URL, files: ReadonlyMap<string, StoredFile>): void {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = Buffer.from(url.searchParams.get('continuation-token') ?? '', 'base64').toString();
  const rest = [...files]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const page = rest.slice(0, pageKeys);
  const isTruncated = rest.length > page.length;
  const contents = page.map(
    ([key, file]) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${file.modifiedAt.toISOString()}</LastModified>` +
      `<ETag>${escaped(tagOf(file))}</ETag><Size>${file.content.length}</Size></Contents>`,
  );
  const token = Buffer.from(page.at(-1)?.[0] ?? '').toString('base64');
  const next = `<NextContinuationToken>${token}</NextContinuationToken>`;
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
        `<IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? next : ''}${contents.join('')}</ListBucketResult>`,
    );
}
