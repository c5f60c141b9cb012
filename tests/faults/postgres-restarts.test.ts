import { expect, test } from 'vitest';
import { restartPostgres } from '../support/postgres-restarts.ts';

test('PostgreSQL restarts under load: 503 meanwhile, and nothing else goes wrong', async () => {
  const run = await restartPostgres({ restarts: 3, searchers: 6, pauseMs: 700, awayMs: 300 });
  const { deaths, errors, wrong, lost, unavailable } = run;
  expect({ deaths, errors, wrong, lost }).toEqual({ deaths: [], errors: [], wrong: [], lost: [] });
  expect(Object.keys(unavailable)).toEqual(['app_database_unavailable']);
  expect(run.searches).toBeGreaterThan(0);
  expect(run.uploads + run.reports).toBeGreaterThan(1);
});
