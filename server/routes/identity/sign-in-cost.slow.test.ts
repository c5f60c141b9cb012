import { hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { processorTimeOf } from '../../../tests/support/processor-time.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { createUser } from '../../people/identity/users.ts';
import type { Store } from '../../platform/store/store.ts';
import { createLogger } from '../../process/installation/log.ts';
import { testApp } from '../../../tests/support/test-app.ts';

// Uses the product's own hashing costs.
vi.unmock('../../people/identity/password-cost.ts');

const clock = () => new Date('2026-08-01T12:00:00Z');
const ana = {
  email: 'ana@exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Lima',
  role: 'CLIENT',
  companyId: null,
  password: 'uma senha boa',
} as const;

describe.each(testedStores())('signing in, with the store in $dialect', ({ open }) => {
  let store: Store;
  let app: FastifyInstance;

  beforeEach(async () => {
    store = await open();
    await createUser(store.db, ana, clock());
    const logger = createLogger({ write: () => {} });
    app = await testApp({ store, clock, logger, clientDirectory: '/nowhere' });
  });
  afterEach(() => app.close());

  const signIn = (password: string, email: string = ana.email) =>
    app.inject({ method: 'POST', url: '/api/login', payload: { email, password } });

  const costOf = (email: string) => processorTimeOf(() => signIn('outra senha', email));

  test('takes 100 ms or more of work, and as much for an unknown account as for a known one', async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 4; round += 1) {
      times.known.push(await costOf(ana.email));
      times.unknown.push(await costOf('a@b.c'));
    }
    expect(Math.min(...times.known)).toBeGreaterThan(100);
    const ratio = Math.min(...times.unknown) / Math.min(...times.known);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });

  test('stores a password again that was stored at a lower cost, and no other', async () => {
    const stored = async () =>
      (await store.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow())
        .password_hash;
    const current = await stored();
    await signIn(ana.password);
    expect(await stored()).toBe(current);
    const cheap = await hash(ana.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await store.db.updateTable('users').set({ password_hash: cheap }).execute();
    expect((await signIn('outra')).statusCode).toBe(401);
    expect(await stored()).toBe(cheap);
    expect((await signIn(ana.password)).statusCode).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=65544,t=14,p=1\$/);
    expect((await signIn(ana.password)).statusCode).toBe(200);
  });
});
