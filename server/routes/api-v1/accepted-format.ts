import type { ApiFormat } from '../../../shared/contracts/api-queries.ts';
import { AppError } from '../../platform/errors.ts';

export const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<ApiFormat, string>;

/**
 * The format among `offered`, in their order, that an `Accept` header prefers (RFC 9110, 12.5.1); without a header the
 * first. Throws `AppError` 406 `not_acceptable` if the header excludes all of them.
 */
export function acceptedFormat(
  header: string | undefined,
  offered: readonly [ApiFormat, ...ApiFormat[]],
): ApiFormat {
  const ranges = (header ?? '*/*').split(',').map(rangeOf);
  const weighed = offered
    .map((format) => ({ format, quality: qualityOf(mediaTypes[format], ranges) }))
    .toSorted((a, b) => b.quality - a.quality);
  const [best] = weighed;
  if (best !== undefined && best.quality > 0) return best.format;
  const list = offered.map((format) => mediaTypes[format]).join(', ');
  throw new AppError(
    'not_acceptable',
    406,
    `Este endereço responde em ${list}: aceite um destes no cabeçalho Accept.`,
  );
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((part) => part.startsWith('q='))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The quality of the most specific range that matches a media type; 0 if none does. */
function qualityOf(mediaType: string, ranges: readonly Range[]): number {
  const [whole = ''] = mediaType.split('/');
  for (const pattern of [mediaType, `${whole}/*`, '*/*']) {
    const found = ranges.find(({ type }) => type === pattern);
    if (found !== undefined) return found.quality;
  }
  return 0;
}
