import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { engineBackend } from '../present/answer.ts';
import type { QueryLane } from '../../platform/scheduler/scheduler.ts';
import { warmUp, type WarmUpParts } from './warm-up.ts';

let installation: Installation;
const staying = new AbortController().signal;

beforeAll(async () => {
  installation = await newInstallation();
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{}]));
});
afterAll(() => installation.close());

/** Twelve occupations of a hundred thousand records each. */
const counts = new Map(Array.from({ length: 12 }, (_, place) => [`5211${10 + place}`, 100_000]));

/** Queries the engine, and records how many occupations each query names. A response reads its first records once. */
function watched(own: Partial<WarmUpParts> = {}) {
  const occupations: (number | null)[] = [];
  const lanes = new Set<QueryLane | undefined>();
  const { store, warehouse } = installation;
  const parts: WarmUpParts = {
    store,
    warehouse,
    version: 'test',
    backend: {
      ...engineBackend,
      firstRecords: (engine, query, wanted, limits, ...others) => {
        occupations.push(query.occupations?.length ?? null);
        lanes.add(limits?.lane);
        return engineBackend.firstRecords(engine, query, wanted, limits, ...others);
      },
    },
    logger: pino({ level: 'silent' }),
    countsOf: async () => counts,
    service: { figures: { running: 0, waiting: 0 } },
    isPrepared: () => true,
    ...own,
  };
  return { parts, occupations, lanes };
}

test('queries every occupation with a filter, and every tenth time that filter without an occupation', async () => {
  const { parts, occupations, lanes } = watched();
  expect(await warmUp(parts, staying)).toBe(12);
  expect(lanes).toEqual(new Set(['short', 'medium', 'long']));
  expect(occupations).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, null, 1, 1]);
});

test('the first user query ends it', async () => {
  const figures = { running: 0, waiting: 0 };
  const { parts, occupations } = watched({ service: { figures } });
  const { firstRecords } = parts.backend;
  const request: WarmUpParts['backend']['firstRecords'] = async (...requested) => {
    if (occupations.length === 2) figures.running = 1;
    return firstRecords(...requested);
  };
  const backend = { ...parts.backend, firstRecords: request };
  expect(await warmUp({ ...parts, backend }, staying)).toBe(3);
});

test('runs no query before a release is prepared, nor after the process stops', async () => {
  const leaving = new AbortController();
  let looks = 0;
  const isPrepared = () => {
    looks += 1;
    if (looks === 2) leaving.abort(new Error('ending'));
    return false;
  };
  const { parts, occupations } = watched({ isPrepared });
  expect(await warmUp(parts, leaving.signal)).toBe(0);
  expect([looks, occupations]).toEqual([2, []]);
});

test('runs no query on a release with less than a million records', async () => {
  const { parts } = watched({ countsOf: async () => new Map([['521110', 999_999]]) });
  expect(await warmUp(parts, staying)).toBe(0);
});

const failing = async () => Promise.reject(new Error('engine'));

test('a query that fails ends only the warm-up', async () => {
  const { parts } = watched();
  expect(await warmUp({ ...parts, backend: { ...parts.backend, count: failing } }, staying)).toBe(
    0,
  );
});
