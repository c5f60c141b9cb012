import { AwsClient } from 'aws4fetch';
import type { S3Address } from './bucket-address.ts';

export const signerOf = ({ accessKeyId, secretAccessKey, region }: S3Address) =>
  new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });

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

/** A key as a URL path in the form that S3 signatures require: strict percent-encoding of each part. */
export const encodeKey = (key: string) =>
  key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replaceAll(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Decodes the five named references and the numeric ones; any other stays unchanged. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (whole, ten, sixteen, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
      const point = typeof ten === 'string' ? Number(ten) : Number.parseInt(String(sixteen), 16);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
    },
  );
}

/** A time in any form that listings use, as ISO-8601 UTC; null if it is missing or invalid. */
export function isoTime(text: string | null | undefined): string | null {
  const time = text ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
