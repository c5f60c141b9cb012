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
      // While the next answer is on its way, the old one stands under its own question.
      request,
      answer: await inLine(
        () => send('POST', '/api/equality', EqualityAnswer, request, sending(asking)),
        asking,
      ),
    }),
    placeholderData: keepPreviousData,
  });

/** Asked only by whoever opened it: the audit knows of it. */
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
