import { decodeEntities } from '../../platform/files/s3-listing.ts';
import type { FoundFile } from './source.ts';
import type { Folder } from './walk-tree.ts';

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
