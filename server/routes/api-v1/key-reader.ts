import type { FastifyRequest } from 'fastify';
import {
  maybeApiCaller,
  type ApiCaller,
  type ApiKeysDeps,
} from '../../people/identity/api-keys.ts';

/** Reads the caller from a key in `Authorization: Bearer`. Ignores cookies and everything else in the request. */
export const apiCallerReader =
  (deps: ApiKeysDeps) =>
  async ({ headers }: FastifyRequest): Promise<ApiCaller | undefined> => {
    const key = /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? '')?.[1];
    return key === undefined ? undefined : maybeApiCaller(deps, key);
  };
