import { z } from 'zod';
import { CurrentUser } from '../../../shared/contracts/identity.ts';
import { MyData, MyDeletionRequest, type UpdateMyName } from '../../../shared/contracts/my-data.ts';
import { MySession, type EndSessions, type Proof } from '../../../shared/contracts/my-sessions.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import {
  MySecondFactor,
  NewSecondFactor,
  RecoveryCodes,
} from '../../../shared/contracts/second-factor.ts';
import { getOptions } from '../../lib/get-options.ts';
import { send } from '../../lib/call.ts';

export const myDataOptions = getOptions(['my-data'], '/api/my-data', MyData);

export const myDataFile = '/api/my-data?download=1';

export const changeMyName = (name: UpdateMyName): Promise<CurrentUser> =>
  send('PUT', '/api/my-data', CurrentUser, name);

export const requestMyDeletion = (): Promise<MyDeletionRequest> =>
  send('POST', '/api/my-data/erasure-request', MyDeletionRequest);

export const mySessionsOptions = getOptions(
  ['my-data', 'sessions'],
  '/api/my-sessions',
  z.array(MySession),
);

export const endMySessions = (ending: EndSessions): Promise<Done> =>
  send('POST', '/api/my-sessions/end', Done, ending);

export const mySecondFactorOptions = getOptions(
  ['my-data', 'second-factor'],
  '/api/my-second-factor',
  MySecondFactor,
);

export const beginSecondFactor = (proof: Proof) =>
  send('POST', '/api/my-second-factor/begin', NewSecondFactor, proof);

export const confirmSecondFactor = (code: string) =>
  send('POST', '/api/my-second-factor/confirm', RecoveryCodes, { code });

export const renewRecoveryCodes = (proof: Proof) =>
  send('POST', '/api/my-second-factor/recovery-codes', RecoveryCodes, proof);

export const removeSecondFactor = (proof: Proof) =>
  send('POST', '/api/my-second-factor/remove', Done, proof);
