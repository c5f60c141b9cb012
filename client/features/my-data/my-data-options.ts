import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { CurrentUser } from '../../../shared/contracts/identity.ts';
import { MyData, MyErasureRequest, UpdateMyName } from '../../../shared/contracts/my-data.ts';
import { EndSessions, MySession } from '../../../shared/contracts/my-sessions.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { call } from '../../lib/call.ts';

/** Everything that is held about who is signed in. */
export const myDataOptions = queryOptions({
  queryKey: ['my-data'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/my-data', response: MyData }, { signal }),
});

/** The same as a file to keep. */
export const myDataFile = '/api/my-data?download=1';

export const changeMyName = (name: UpdateMyName): Promise<CurrentUser> =>
  call(
    { method: 'PUT', path: '/api/my-data', response: CurrentUser, body: UpdateMyName },
    { body: name },
  );

export const requestMyErasure = (): Promise<MyErasureRequest> =>
  call({ method: 'POST', path: '/api/my-data/erasure-request', response: MyErasureRequest }, {});

export const mySessionsOptions = queryOptions({
  queryKey: ['my-data', 'sessions'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/my-sessions', response: z.array(MySession) }, { signal }),
});

export const endMySessions = (ending: EndSessions): Promise<Done> =>
  call(
    { method: 'POST', path: '/api/my-sessions/end', response: Done, body: EndSessions },
    { body: ending },
  );
