import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  EqualityAnswer,
  EqualityRaces,
  type EqualityRequest,
} from '../../../shared/contracts/equality.ts';
import { send } from '../../lib/call.ts';

export const equalityOptions = (request: EqualityRequest) =>
  queryOptions({
    queryKey: ['equality', request],
    queryFn: ({ signal }) => send('POST', '/api/equality', EqualityAnswer, request, { signal }),
    placeholderData: keepPreviousData,
  });

/** Asked only by whoever opened it: the audit knows of it. */
export const equalityRacesOptions = (request: EqualityRequest) =>
  queryOptions({
    queryKey: ['equality-races', request],
    queryFn: ({ signal }) =>
      send('POST', '/api/equality/races', EqualityRaces, request, { signal }),
    placeholderData: keepPreviousData,
  });
