import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  EqualityAnswer,
  EqualityRaces,
  type EqualityRequest,
} from '../../../shared/contracts/equality.ts';
import { send } from '../../lib/call.ts';
import { inLine, toldPlaceSoon } from '../../lib/line-place.ts';

const sending = ({ signal }: { signal: AbortSignal }) => ({ signal, headers: toldPlaceSoon });

export const equalityOptions = (request: EqualityRequest) =>
  queryOptions({
    queryKey: ['equality', request],
    queryFn: async (asking) => ({
      // While the next response loads, the previous one stays with its own request.
      request,
      answer: await inLine(
        () => send('POST', '/api/equality', EqualityAnswer, request, sending(asking)),
        asking,
      ),
    }),
    placeholderData: keepPreviousData,
  });

/** Sent only when the user opens the panel, because the server records it in the audit log. */
export const equalityRacesOptions = (request: EqualityRequest) =>
  queryOptions({
    queryKey: ['equality-races', request],
    queryFn: async (asking) => ({
      request,
      answer: await inLine(
        () => send('POST', '/api/equality/races', EqualityRaces, request, sending(asking)),
        asking,
      ),
    }),
    placeholderData: keepPreviousData,
  });
