import { useNavigate, useSearch } from '@tanstack/react-router';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ZodType } from 'zod';
import {
  EqualityRequest,
  type EqualityQuery,
  EqualityAnswer,
  EqualityRaces,
} from '../../../shared/contracts/equality.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { withoutEmpty, type UrlState } from '../../lib/url-state.ts';
import { send } from '../../lib/call.ts';
import { inQueue } from '../../lib/queue-position.ts';

const fields = keysOf(EqualityRequest.shape);

/** The request in a link, and the parts of the link that are not valid. */
export function readEqualityLink(state: UrlState): {
  request: EqualityRequest;
  rejected: readonly string[];
} {
  const given = fields.flatMap((name) => {
    const value = state[name];
    return value === undefined ? [] : [[name, name === 'cnaes' ? [value].flat() : value] as const];
  });
  const isRead = ([name, value]: (typeof given)[number]) =>
    EqualityRequest.shape[name].safeParse(value).success;
  return {
    request: EqualityRequest.parse(Object.fromEntries(given.filter(isRead))),
    rejected: given
      .filter((one) => !isRead(one))
      .map(([name, value]) => `${name}=${String(value)}`),
  };
}

/** The link of a query; it names a release where one is given. */
export const writeEqualityLink = (query: EqualityQuery, release?: number): UrlState => ({
  ...query,
  release: release?.toString(),
});

/** The query in the screen's link; each change adds a step to the browser's history. */
export function useEqualityUrl() {
  const state = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const linkWith = (changes: UrlState): UrlState => withoutEmpty({ ...state, ...changes });
  return {
    ...readEqualityLink(state),
    hasRaces: state['raca'] === 'sim',
    linkWith,
    change: (changes: UrlState) =>
      void navigate({ to: '.', search: linkWith(changes), resetScroll: false }),
  };
}

/** A query of Igualdade. While its next response loads, the previous one stays with its own request. */
const optionsOf = <Response extends ZodType>(
  name: string,
  path: string,
  response: Response,
  request: EqualityRequest,
) =>
  queryOptions({
    queryKey: [name, request],
    queryFn: async (context) => {
      const answer = await inQueue((init) => send('POST', path, response, request, init), context);
      return { request, answer };
    },
    placeholderData: keepPreviousData,
  });

export const equalityOptions = (request: EqualityRequest) =>
  optionsOf('equality', '/api/equality', EqualityAnswer, request);

/** Sent only when the user opens the panel, because the server records it in the audit log. */
export const equalityRacesOptions = (request: EqualityRequest) =>
  optionsOf('equality-races', '/api/equality/races', EqualityRaces, request);
