import { queryOptions, skipToken } from '@tanstack/react-query';
import { z } from 'zod';
import { MunicipalityItem, OccupationItem, StateItem } from '../../shared/contracts/reference.ts';
import { CallError, get } from './call.ts';

/** For a look-up that a search does not need; the search itself reports an ended session. */
export const failsQuietly = { tellsSignedOut: true };

/** A failed look-up is only logged, and its list stays empty (specification, §8). */
export async function logged<Answer>(lookup: Promise<Answer>): Promise<Answer> {
  try {
    return await lookup;
  } catch (error) {
    // oxlint-disable-next-line no-console
    if (!(error instanceof DOMException)) console.warn('Look-up failed:', error);
    throw error;
  }
}

const RegionItem = z.object({ codigo: z.string(), nome: z.string() });

export const regionsOptions = queryOptions({
  queryKey: ['reference', 'regions'],
  queryFn: ({ signal }) => get('/api/reference/regions', z.array(RegionItem), { signal }),
});

export const statesOptions = queryOptions({
  queryKey: ['reference', 'states'],
  queryFn: ({ signal }) => get('/api/reference/states', z.array(StateItem), { signal }),
});

/** The municipalities of a state; no request while no state is chosen. */
export const municipalitiesOptions = (uf: string) =>
  queryOptions({
    queryKey: ['reference', 'municipalities', uf],
    meta: failsQuietly,
    queryFn:
      uf === 'all'
        ? skipToken
        : ({ signal }) =>
            logged(
              get('/api/reference/municipalities', z.array(MunicipalityItem), {
                query: { uf },
                signal,
              }),
            ),
  });

/** An occupation by its CBO code; null if the list does not have the code, which can occur in files. */
export const occupationOptions = (code: string | undefined) =>
  queryOptions({
    queryKey: ['reference', 'cbo', code],
    meta: failsQuietly,
    queryFn: code === undefined ? skipToken : ({ signal }) => logged(maybeOccupation(code, signal)),
  });

async function maybeOccupation(code: string, signal: AbortSignal): Promise<OccupationItem | null> {
  try {
    const path = `/api/reference/cbo/${code}`;
    return await get(path, OccupationItem, { signal });
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}
