/**
 * Measures another user's small queries during each flood of one account:
 * `npm run bench -- greedy --months 12 --lines 4400000 --keep folder`.
 */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { insertApiKey } from '../server/people/identity/api-keys.ts';
import type { Store } from '../server/platform/store/store.ts';
import { preparedAnswering } from '../tests/support/prepared-answering.ts';
import { openInstallation } from '../tests/support/installation.ts';
import { seededRandom } from '../tests/support/random.ts';
import { prepareData } from './national/data.ts';
import {
  distinct,
  drawnSmall,
  flooded,
  floodRow,
  floods,
  sent,
  smallOnes,
  type FloodAccount,
} from './national/floods.ts';
import { search } from './national/http-search.ts';
import { describeMachine, machineLine } from './national/machine.ts';
import { readOptions } from './national/options.ts';
import { drawFrom, randomFilters, type Filters } from './national/queries.ts';
import { startServer } from './national/server-process.ts';
import { signedInCookies } from './national/sessions.ts';
import { endOnSignals } from './national/signals.ts';
import { consoleOutput } from './national/console-output.ts';

endOnSignals();
const options = readOptions(process.argv.slice(2));
const { print, table } = consoleOutput;
/** The query whose receipt the floods check. */
const searched = { familiaCbo: '5211' };
/** Number of small queries in a run, and number of distinct heavy queries. */
const [count, heavyCount] = [20, 120];
const data = await prepareData(options, print);
try {
  const { small, heavy, cookies, keys } = await prepared();
  const server = await startServer(data.installation, { PRECOMPUTED_OCCUPATIONS: '0' });
  try {
    const [quiet = '', greedy = ''] = cookies;
    const agent = new Agent({ keepAlive: true });
    const site = { address: server.address, agent };
    const queries = small.values();
    const next = () => [...queries.take(count)];
    const one = (filters: Filters) => search(server.address, agent, quiet, filters);
    const account: FloodAccount = {
      cookie: greedy,
      keys,
      heavy,
      receipt: await receiptOf(site, greedy),
      keyReceipt: await receiptOfKey(site, keys[0] ?? ''),
    };
    await smallOnes(next(), one);
    const rows: Record<string, object> = {};
    for (const flood of floods) {
      const alone = await smallOnes(next(), one);
      const { result, statuses } = await flooded(site, flood, account, () =>
        smallOnes(next(), one),
      );
      rows[flood.name] = floodRow(alone.times, result, statuses);
    }
    table('Small queries of one person, one after another, over HTTP, nothing cached', rows);
    agent.destroy();
  } finally {
    await server.stop();
  }
} finally {
  await data.remove();
}

/** Returns similar, distinct small queries, heavy queries, and the senders. */
async function prepared() {
  const installation = await openInstallation(data.installation);
  try {
    const { release } = await preparedAnswering(installation);
    print(machineLine(await describeMachine(installation.warehouse)));
    const draw = await drawFrom(
      installation.warehouse,
      release,
      seededRandom(`${options.seed} greedy`),
    );
    return {
      small: drawnSmall(draw, count * (2 * floods.length + 1)),
      heavy: distinct(heavyCount, () => randomFilters(draw, 2)),
      cookies: await signedInCookies(installation.store, 2),
      keys: await keysOfCompany(installation.store),
    };
  } finally {
    await installation.leave();
  }
}

/** Five keys of a new company. */
async function keysOfCompany(store: Store): Promise<string[]> {
  const id = randomUUID();
  const at = new Date().toISOString();
  const cnpj = id.replaceAll('-', '').slice(0, 14).toUpperCase();
  await store.db
    .insertInto('companies')
    .values({ id, name: 'Bancada', cnpj, created_at: at, updated_at: at })
    .execute();
  const deps = { store, clock: () => new Date() };
  const anyone = { userId: null, address: null };
  const keys: string[] = [];
  for (let number = 1; number <= 5; number++) {
    const name = `Chave ${number}`;
    keys.push((await insertApiKey(deps, anyone, id, { name, days: 1 })).key);
  }
  return keys;
}

type Site = Parameters<typeof sent>[0];

async function receiptOf(site: Site, cookie: string): Promise<string> {
  const call = { method: 'POST', path: '/api/search', headers: { cookie } } as const;
  const body = { filters: searched };
  const answer = await sent(site, { ...call, body }, AbortSignal.timeout(60_000));
  const { receipt } = JSON.parse(answer.body);
  return String(receipt.id);
}

/** Searches with an API key and returns the receipt: a company can open only its own receipts. */
async function receiptOfKey(site: Site, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const call = { method: 'POST', path: '/api/v1/pesquisa', headers } as const;
  const body = { filtros: searched };
  const answer = await sent(site, { ...call, body }, AbortSignal.timeout(60_000));
  const { metadados } = JSON.parse(answer.body);
  return String(metadados.recibo);
}
