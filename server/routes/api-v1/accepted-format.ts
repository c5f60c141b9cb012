import type { ApiFormat } from '../../../shared/contracts/api-queries.ts';
import { AppError } from '../../platform/errors.ts';
import { acceptWeights } from '../http/accept-weights.ts';

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
  const weights = acceptWeights(header ?? '*/*');
  const weighed = offered
    .map((format) => ({ format, weight: weightOf(mediaTypes[format], weights) }))
    .toSorted((a, b) => b.weight - a.weight);
  const [best] = weighed;
  if (best !== undefined && best.weight > 0) return best.format;
  const list = offered.map((format) => mediaTypes[format]).join(', ');
  throw new AppError(
    'not_acceptable',
    406,
    `Este endereço responde em ${list}: aceite um destes no cabeçalho Accept.`,
  );
}

/** The weight of the most specific range that matches a media type; 0 if none does. */
function weightOf(mediaType: string, weights: ReadonlyMap<string, number>): number {
  const [type = ''] = mediaType.split('/');
  return weights.get(mediaType) ?? weights.get(`${type}/*`) ?? weights.get('*/*') ?? 0;
}
