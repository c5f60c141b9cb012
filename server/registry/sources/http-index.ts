import { z } from 'zod';
import { decodeEntities, isoTime } from '../../platform/files/s3-listing.ts';
import type { FoundFile } from './source.ts';
import type { Folder } from './walk-tree.ts';
import { parseJson } from './http-request.ts';

/**
 * Reads an index page: the links of an HTML listing (Apache, nginx, IIS) or a JSON list of names, addresses or objects.
 * Folders are only those below the page itself. Files may be at any http(s) address, but a secure page cannot offer an
 * insecure one.
 */
export function readIndex(page: URL, contentType: string, text: string): Folder {
  const isJson = /\bjson\b/i.test(contentType) || /^\s*[[{]/.test(text);
  const links = isJson ? jsonLinks(text) : htmlLinks(text);
  const files: FoundFile[] = [];
  const folders = new Map<string, { name: string; path: string }>();
  for (const { address, ...result } of links) {
    const url = URL.canParse(address, page) ? new URL(address, page) : undefined;
    if (url === undefined || !isAllowed(url, page)) continue;
    url.hash = '';
    const name = lastSegment(url);
    if (!url.pathname.endsWith('/')) files.push({ name, path: url.href, ...result });
    else if (isBelow(url, page)) folders.set(url.href, { name, path: url.href });
  }
  return { files, folders: [...folders.values()] };
}

interface Link extends Pick<FoundFile, 'bytes' | 'modifiedAt' | 'hash'> {
  readonly address: string;
}

const untold = { bytes: null, modifiedAt: null, hash: null };

function htmlLinks(text: string): Link[] {
  const links = text.matchAll(/<a\s[^>]{0,2000}?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi);
  return [...links].map(([, double, single, bare]) => ({
    ...untold,
    address: decodeEntities((double ?? single ?? bare ?? '').trim()),
  }));
}

const text = z.string().optional().catch(undefined);
const size = z.coerce.number().int().nonnegative().optional().catch(undefined);
const Entry = z.object({
  name: text,
  url: text,
  href: text,
  path: text,
  type: text,
  size,
  bytes: size,
  mtime: text,
  modifiedAt: text,
  lastModified: text,
  md5: text,
  sha256: text,
  etag: text,
});
const List = z.array(z.union([z.string(), Entry]));
const Index = z.union([List, z.object({ files: List }).transform(({ files }) => files)]);

function jsonLinks(json: string): Link[] {
  const parsed = Index.safeParse(parseJson(json));
  if (!parsed.success) return [];
  return parsed.data.map((entry) => {
    if (typeof entry === 'string') return { ...untold, address: entry };
    const address = entry.url ?? entry.href ?? entry.path ?? encodeURIComponent(entry.name ?? '');
    const isFolder = /^(dir|directory|folder)$/i.test(entry.type ?? '');
    return {
      address: isFolder && !address.endsWith('/') ? `${address}/` : address,
      bytes: entry.size ?? entry.bytes ?? null,
      modifiedAt: isoTime(entry.modifiedAt ?? entry.lastModified ?? entry.mtime),
      hash: hashOf(entry),
    };
  });
}

function hashOf({ md5, sha256, etag }: z.infer<typeof Entry>): string | null {
  if (sha256 !== undefined && /^[\da-f]{64}$/i.test(sha256))
    return `sha256:${sha256.toLowerCase()}`;
  if (md5 !== undefined && /^[\da-f]{32}$/i.test(md5)) return `md5:${md5.toLowerCase()}`;
  return etag === undefined ? null : `etag:${etag}`;
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
