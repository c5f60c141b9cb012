import type { QueryLimits } from './warehouse.ts';

/** Runs queries as a group; the first failure cancels the rest in the engine. */
export async function cancelTogether<Found>(
  limits: QueryLimits,
  run: (limits: QueryLimits) => Promise<Found>,
): Promise<Found> {
  const failed = new AbortController();
  const signals = [failed.signal, ...(limits.signal ? [limits.signal] : [])];
  try {
    return await run({ ...limits, signal: AbortSignal.any(signals) });
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}
