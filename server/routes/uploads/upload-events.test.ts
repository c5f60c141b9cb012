import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { serve, type Served } from '../../../tests/support/served.ts';

let installation: Installation;
let served: Served;
beforeEach(async () => {
  installation = await newInstallation();
  served = await serve(installation);
});
afterEach(async () => {
  await served.close();
  await installation.close();
});

test.each([{ is_active: 0 }, { role: 'CLIENT' }] as const)(
  'a stream ends when its reader is no administrator any more: %o',
  async (change) => {
    const address = await served.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { cookie: await served.cookie('ADMIN') };
    const response = await fetch(`${address}/api/uploads/events`, { headers });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await installation.store.db.updateTable('users').set(change).execute();
    let isDone = false;
    while (!isDone) isDone = (await reader?.read())?.done ?? true;
    expect(isDone).toBe(true);
  },
);
