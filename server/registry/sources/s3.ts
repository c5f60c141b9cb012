import { AwsClient } from 'aws4fetch';
import type { S3Address } from '../../platform/files/bucket-address.ts';
import { isWanted, mayHold } from './choose-files.ts';
import {
  fileMissing,
  folderMissing,
  listingTooLarge,
  refused,
  unauthorised,
  wrongClock,
  wrongRegion,
  type SourceFailure,
} from './failures.ts';
import { openBytes } from './http-bytes.ts';
import { ask, readText, statusFailure, soon } from './http-request.ts';
import { offeredBy } from './offered-by.ts';
import {
  encodeKey,
  readS3Page,
  s3ErrorCode,
  type S3Page,
} from '../../platform/files/s3-listing.ts';
import type { FoundFile, Search, Source, SourceLimits } from './source.ts';

const ERROR_BYTES = 65_536;

/** A bucket of any S3-compatible server, addressed by path; the source has the keys under a prefix. */
export function s3Source(address: S3Address, limits: SourceLimits): Source {
  const { label } = address;
  const signer = new AwsClient({
    accessKeyId: address.accessKeyId,
    secretAccessKey: address.secretAccessKey,
    region: address.region,
    service: 's3',
  });

  async function askSigned(
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const signed = await signer.sign(url.href, { method: 'GET', headers });
    return ask(url, { label, signal, headers: Object.fromEntries(signed.headers) });
  }

  async function readPage(token: string | undefined, search: Search): Promise<S3Page> {
    const url = new URL(`/${address.bucket}`, address.endpoint);
    url.searchParams.set('list-type', '2');
    if (address.prefix !== '') url.searchParams.set('prefix', address.prefix);
    if (token !== undefined) url.searchParams.set('continuation-token', token);
    const response = await askSigned(url, {}, soon(search.signal, limits));
    await refuseError(response, label, folderMissing);
    const page = readS3Page(await readText(response, label, limits.listPageBytes));
    if (page === undefined) throw refused(label);
    return page;
  }

  async function find(search: Search): Promise<FoundFile[]> {
    const found: FoundFile[] = [];
    const tokens = new Set<string>();
    let entries = 0;
    let token: string | undefined;
    do {
      const page = await readPage(token, search);
      entries += page.files.length;
      if (entries > limits.listEntries) throw listingTooLarge(label);
      found.push(...page.files.filter((file) => isInTree(file, address.prefix, search)));
      token = page.next;
      if (token !== undefined && tokens.has(token)) throw refused(label);
      if (token !== undefined) tokens.add(token);
    } while (token !== undefined);
    return found;
  }

  return offeredBy(
    {
      find,
      open: (file, received, signal) => {
        const url = new URL(`/${address.bucket}/${encodeKey(file.path)}`, address.endpoint);
        return openBytes(label, received, async (headers) => {
          const response = await askSigned(url, headers, signal);
          if (![412, 416].includes(response.status))
            await refuseError(response, label, fileMissing);
          return response;
        });
      },
    },
    label,
    limits,
  );
}

function isInTree({ name, path }: FoundFile, prefix: string, { months }: Search): boolean {
  const folders = path.slice(prefix.length).split('/').slice(0, -1);
  return isWanted(name, months) && folders.every((folder) => mayHold(folder, months));
}

async function refuseError(
  response: Response,
  label: string,
  missing: SourceFailure,
): Promise<void> {
  const failure = statusFailure(response.status, label, missing);
  if (failure === undefined) return;
  const code = s3ErrorCode(await readText(response, label, ERROR_BYTES).catch(() => ''));
  if (code === 'NoSuchBucket') throw folderMissing(label);
  if (code === 'RequestTimeTooSkewed') throw wrongClock(label);
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied)$/.test(code))
    throw unauthorised(label);
  if (/^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraint)/.test(code))
    throw wrongRegion(label);
  throw failure;
}
