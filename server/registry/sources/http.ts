import { decodeEntities } from '../../platform/files/s3-listing.ts';
import type { HttpAddress } from './address.ts';
import { SourceFailure } from './failures.ts';
import { openBytes, versionOf } from './http-bytes.ts';
import { isNamedHost, readText, refuseStatus, sendRequest, timed } from './http-request.ts';
import type { FoundFile, Reader, Search, SourceLimits } from './source.ts';
import { walkTree, type Folder } from './walk-tree.ts';

const maxConcurrent = 4;

/** An index page of a web server and the pages below it; redirects and links may lead to `hosts`. */
export function httpReader(
  address: HttpAddress,
  limits: SourceLimits,
  hosts: readonly string[],
): Reader {
  const { url } = address;
  const headersFor = (target: URL): Record<string, string> =>
    address.authorization !== undefined && target.origin === url.origin
      ? { authorization: address.authorization }
      : {};

  async function readPage(path: string, signal: AbortSignal): Promise<Folder> {
    const page = new URL(path);
    const request = { hosts, signal: timed(signal, limits), headers: headersFor(page) };
    const response = await sendRequest(page, request);
    await refuseStatus(response, 'fonte_pasta_ausente');
    if (/\bjson\b/i.test(response.headers.get('content-type') ?? '')) {
      await response.body?.cancel();
      throw new SourceFailure('fonte_sem_lista');
    }
    const text = await readText(response, limits.listPageBytes);
    const found = response.url === '' ? page : new URL(response.url);
    return readIndex(found, text);
  }

  /** Requests from the file's own address what the listing did not state; undefined if the file is gone. */
  async function describe(file: FoundFile, signal: AbortSignal): Promise<FoundFile | undefined> {
    if (file.bytes !== null && (file.hash ?? file.modifiedAt) !== null) return file;
    const target = new URL(file.path);
    const headers = headersFor(target);
    const request = { method: 'HEAD', headers, hosts, signal: timed(signal, limits) } as const;
    const response = await sendRequest(target, request);
    // Some servers and most signed addresses only accept GET: the file is then offered with the known values.
    if ([401, 403, 405, 501].includes(response.status)) return file;
    if ([404, 410].includes(response.status)) return undefined;
    await refuseStatus(response, 'fonte_arquivo_ausente');
    const version = versionOf(response);
    return {
      ...file,
      bytes: version.bytes ?? file.bytes,
      modifiedAt: version.modifiedAt ?? file.modifiedAt,
      hash: file.hash ?? version.hash,
    };
  }

  async function find(search: Search): Promise<FoundFile[]> {
    const read = (path: string) => readPage(path, search.signal);
    const files = await walkTree({ limits, root: url.href, read }, search);
    const foreign = files.find(({ path }) => !isNamedHost(new URL(path), url, hosts));
    if (foreign !== undefined)
      throw new SourceFailure('fonte_outro_servidor', { host: new URL(foreign.path).hostname });
    const described: (FoundFile | undefined)[] = [];
    for (let first = 0; first < files.length; first += maxConcurrent) {
      const some = files.slice(first, first + maxConcurrent);
      described.push(...(await Promise.all(some.map((file) => describe(file, search.signal)))));
    }
    return described.filter((file) => file !== undefined);
  }

  return {
    find,
    open: (file, received, signal) => {
      const target = new URL(file.path);
      return openBytes(received, (range) =>
        sendRequest(target, { hosts, signal, headers: { ...headersFor(target), ...range } }),
      );
    },
  };
}

/**
 * Reads an index page: the links of an HTML listing (Apache, nginx, IIS). Folders are only those below the page itself.
 * Files may be at any http(s) address, but a secure page cannot offer an insecure one. The caller refuses a page with one
 * whose host the configuration does not name.
 */
export function readIndex(page: URL, text: string): Folder {
  const links = text.matchAll(/<a\s[^>]{0,2000}?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi);
  const files: FoundFile[] = [];
  const folders = new Map<string, { name: string; path: string }>();
  for (const [, double, single, bare] of links) {
    const address = decodeEntities((double ?? single ?? bare ?? '').trim());
    const url = URL.canParse(address, page) ? new URL(address, page) : undefined;
    if (url === undefined || !isAllowed(url, page)) continue;
    url.hash = '';
    const name = lastSegment(url);
    if (!url.pathname.endsWith('/')) {
      files.push({ name, path: url.href, bytes: null, modifiedAt: null, hash: null });
    } else if (isBelow(url, page)) {
      folders.set(url.href, { name, path: url.href });
    }
  }
  return { files, folders: [...folders.values()] };
}

const isAllowed = (url: URL, page: URL) =>
  url.username === '' &&
  (url.protocol === 'https:' || (url.protocol === 'http:' && page.protocol === 'http:'));

function isBelow(url: URL, page: URL): boolean {
  const base = page.pathname.slice(0, page.pathname.lastIndexOf('/') + 1);
  const isDeeper = url.pathname.startsWith(base) && url.pathname.length > base.length;
  return url.origin === page.origin && isDeeper && url.search === '';
}

function lastSegment(url: URL): string {
  const segment = url.pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
