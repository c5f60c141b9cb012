import { unpackDistribution } from '../../shared/statistics/packed-distribution.ts';

/** The distribution of some bytes, as plain lists. */
export function unpackedLists(bytes: Uint8Array) {
  const { centavos, counts } = unpackDistribution(bytes);
  return { centavos: Array.from(centavos), counts: Array.from(counts) };
}
