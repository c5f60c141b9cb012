import type { S3Address } from '../../platform/files/bucket-address.ts';
import { isWanted, mayHold } from './choose-files.ts';
import { SourceFailure, type FailureCode } from './failures.ts';
import { openBytes } from './http-bytes.ts';
import { readText, refuseStatus, sendRequest, timed } from './http-request.ts';
import {
  encodeKey,
  readS3Page,
  s3ErrorCode,
  signerOf,
  type S3Page,
} from '../../platform/files/s3-listing.ts';
import type { FoundFile, Reader, Search, SourceLimits } from './source.ts';

/** A bucket of any S3-compatible server, addressed by path; the source has the keys under a prefix. */
export function s3Reader(address: S3Address, limits: SourceLimits): Reader {
  const signer = signerOf(address);

  async function sendSigned(
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const signed = await signer.sign(url.href, { method: 'GET', headers });
    return sendRequest(url, { signal, headers: Object.fromEntries(signed.headers) });
  }

  async function readPage(token: string | undefined, search: Search): Promise<S3Page> {
    const url = new URL(`/${address.bucket}`, address.endpoint);
    url.searchParams.set('list-type', '2');
    if (address.prefix !== '') url.searchParams.set('prefix', address.prefix);
    if (token !== undefined) url.searchParams.set('continuation-token', token);
    const response = await sendSigned(url, {}, timed(search.signal, limits));
    await refuseStatus(response, 'fonte_pasta_ausente', failureIn);
    const page = readS3Page(await readText(response, limits.listPageBytes));
    if (page === undefined) throw new SourceFailure('fonte_recusou');
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
      if (entries > limits.listEntries) throw new SourceFailure('fonte_lista_grande_demais');
      found.push(...page.files.filter((file) => isInTree(file, address.prefix, search)));
      token = page.next;
      if (token !== undefined && tokens.has(token)) throw new SourceFailure('fonte_recusou');
      if (token !== undefined) tokens.add(token);
    } while (token !== undefined);
    return found;
  }

  return {
    find,
    open: (file, received, signal) => {
      const url = new URL(`/${address.bucket}/${encodeKey(file.path)}`, address.endpoint);
      return openBytes(received, async (headers) => {
        const response = await sendSigned(url, headers, signal);
        if (![412, 416].includes(response.status))
          await refuseStatus(response, 'fonte_arquivo_ausente', failureIn);
        return response;
      });
    },
  };
}

function isInTree({ name, path }: FoundFile, prefix: string, { months }: Search): boolean {
  const folders = path.slice(prefix.length).split('/').slice(0, -1);
  return isWanted(name, months) && folders.every((folder) => mayHold(folder, months));
}

/** The failure that the code of an error response names. */
function failureIn(text: string): FailureCode | undefined {
  const code = s3ErrorCode(text);
  if (code === 'NoSuchBucket') return 'fonte_pasta_ausente';
  if (code === 'RequestTimeTooSkewed') return 'fonte_relogio_adiantado';
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied)$/.test(code))
    return 'fonte_sem_autorizacao';
  return /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraint)/.test(code)
    ? 'fonte_regiao_errada'
    : undefined;
}
