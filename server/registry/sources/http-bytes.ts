import { networkFailure, SourceFailure } from './failures.ts';
import { refuseStatus } from './http-request.ts';
import { isoTime } from '../../platform/files/s3-listing.ts';
import { isSameVersion, type FileVersion, type OpenedFile, type Received } from './source.ts';

type FetchRange = (headers: Readonly<Record<string, string>>) => Promise<Response>;

/** Opens a file of an HTTP server: after the received part if it is proven of this version, or at the beginning. */
export async function openBytes(
  received: Received | undefined,
  fetchRange: FetchRange,
): Promise<OpenedFile> {
  if (received === undefined) return openWhole(await fetchRange({}));
  const response = await fetchRange(rangeHeaders(received));
  if (response.status === 206) {
    const version = versionOf(response);
    if (isSameVersion(version, received.version) && rangeStart(response) === received.bytes)
      return { version, start: received.bytes, bytes: bodyOf(response) };
  } else if (response.status !== 412 && response.status !== 416) {
    return openWhole(response);
  }
  await response.body?.cancel();
  return openWhole(await fetchRange({}));
}

/** Opens the rest of a file whose version is known by other means than the headers. */
export async function openRest(
  { bytes: start, version }: Received,
  fetchRange: FetchRange,
): Promise<OpenedFile> {
  const response = await fetchRange(start === 0 ? {} : { range: `bytes=${start}-` });
  const isRest = response.status === 206 && rangeStart(response) === start;
  return { version, start: isRest ? start : 0, bytes: bodyOf(response) };
}

async function openWhole(response: Response): Promise<OpenedFile> {
  await refuseStatus(response, 'fonte_arquivo_ausente');
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new SourceFailure('fonte_recusou');
  }
  return { version: versionOf(response), start: 0, bytes: bodyOf(response) };
}

function rangeHeaders({ bytes, version }: Received): Record<string, string> {
  const tag = version.hash?.startsWith('etag:"') ? version.hash.slice('etag:'.length) : undefined;
  const time = version.modifiedAt === null ? undefined : new Date(version.modifiedAt).toUTCString();
  const validator = tag ?? time;
  return { range: `bytes=${bytes}-`, ...(validator !== undefined && { 'if-range': validator }) };
}

const contentRange = (response: Response) =>
  /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '');

const rangeStart = (response: Response) => Number(contentRange(response)?.[1] ?? -1);

export function versionOf(response: Response): FileVersion {
  const { headers } = response;
  // A response that the server compresses has another size than the file, and cannot be continued.
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity')
    return { bytes: null, modifiedAt: null, hash: null };
  const size =
    response.status === 206 ? contentRange(response)?.[2] : headers.get('content-length');
  const tag = headers.get('etag');
  return {
    bytes: size == null ? null : Number(size),
    modifiedAt: isoTime(headers.get('last-modified')),
    hash: tag === null ? null : `etag:${tag}`,
  };
}

async function* bodyOf(response: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    throw networkFailure(error);
  }
}
