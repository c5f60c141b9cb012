/**
 * The weight of each value in an `Accept` or `Accept-Encoding` header, by its name in lower case (RFC 9110, 12.4.2):
 * `gzip;q=0.5`. The default weight is 1. An invalid weight counts as 0, a refusal.
 */
export const acceptWeights = (header: string): ReadonlyMap<string, number> =>
  new Map(header.toLowerCase().split(',').map(weighted));

function weighted(value: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = value.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return [name, 1];
  const number = Number(weight.slice(2));
  return [name, number <= 1 ? number : 0];
}
