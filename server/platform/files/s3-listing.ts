import { decodeEntities, isoTime } from './listing-text.ts';

/** An object of a bucket. */
export interface S3File {
  /** Its key, and the part behind the last slash. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number | null;
  /** ISO-8601 UTC. */
  readonly modifiedAt: string | null;
  /** `etag:…` */
  readonly hash: string | null;
}

export interface S3Page {
  readonly files: readonly S3File[];
  /** The token of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * Reads a page of ListObjectsV2: only the needed elements, by their tags. Expands only XML's five predefined entities
 * and numeric references. Undefined if the text is no such page.
 */
export function readS3Page(xml: string): S3Page | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml)) return undefined;
  const files = xml
    .split('<Contents>')
    .slice(1)
    .map((block): S3File => {
      const path = element(block, 'Key') ?? '';
      const size = element(block, 'Size');
      const tag = element(block, 'ETag');
      return {
        name: path.slice(path.lastIndexOf('/') + 1),
        path,
        bytes: size !== undefined && /^\d+$/.test(size) ? Number(size) : null,
        modifiedAt: isoTime(element(block, 'LastModified')),
        hash: tag === undefined ? null : `etag:${tag}`,
      };
    });
  const isTruncated = element(xml, 'IsTruncated') === 'true';
  return { files, next: isTruncated ? element(xml, 'NextContinuationToken') : undefined };
}

/** The code of an S3 error response, such as `NoSuchBucket`; empty if it has none. */
export const s3ErrorCode = (xml: string) =>
  /<Error[\s>]/.test(xml) ? (element(xml, 'Code') ?? '') : '';

function element(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  const from = start + name.length + 2;
  const end = start === -1 ? -1 : xml.indexOf(`</${name}>`, from);
  return end === -1 ? undefined : decodeEntities(xml.slice(from, end));
}
