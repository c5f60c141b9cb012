import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  confirmationLockout,
  passwordChangeLockout,
  resetLockout,
  resetRequestLockout,
  signInLockout,
} from '../../server/people/identity/lockouts.ts';
import { defaultIdleHours } from '../../server/people/identity/sessions.ts';
import { maxOfOneAct } from '../../server/people/audit/audit.ts';
import { freeOnDevices, type LockoutOptions } from '../../server/people/limits/lockout.ts';
import { usualLimits } from '../../server/platform/scheduler/scheduler.ts';
import { burstSeconds, usualBursts } from '../../server/routes/scheduling/scheduling.ts';
import { maxHistoryEntries } from '../../server/research/search-history.ts';
import { publicLinksLimit } from '../../server/routes/pages/public-pages.ts';
import { maxSessions, sessionHours } from '../../shared/contracts/identity.ts';
import { maximumReports, maxWaitingReports } from '../../shared/contracts/reports.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/limits.md'), 'utf8');

/** The cells after the first one in the row of the page that begins with this name, joined by a bar. */
function rowOf(name: string): string {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const found = rows.filter(([, first]) => first?.startsWith(name));
  expect(found, name).toHaveLength(1);
  return (found[0] ?? []).slice(2, -1).join('|');
}

const waitOf = ({ free, maxMinutes }: LockoutOptions) =>
  `|${free}|${maxMinutes} minute${maxMinutes === 1 ? '' : 's'}`;

test('the page of limits states the waits that are applied', () => {
  expect(rowOf('sign-in')).toContain(waitOf(signInLockout));
  expect(rowOf('known devices')).toContain(waitOf({ ...signInLockout, free: freeOnDevices }));
  expect(rowOf('change of password')).toContain(waitOf(passwordChangeLockout));
  expect(rowOf('change of password, fresh proof')).toContain(waitOf(confirmationLockout));
  expect(rowOf('request for a reset link')).toContain(waitOf(resetRequestLockout));
  expect(rowOf('use of a reset link')).toContain(waitOf(resetLockout));
});

test('and the sessions, queues and stored lists', () => {
  expect(rowOf('longest session')).toBe(`${sessionHours} hours`);
  expect(rowOf('longest time without use')).toContain(`${defaultIdleHours} hours`);
  expect(rowOf('open sessions')).toContain(`${maxSessions};`);
  expect(rowOf('reports')).toContain(`${maxWaitingReports} waiting or running`);
  expect(rowOf('reports')).toContain(`${maximumReports} not expired`);
  expect(rowOf('saved searches')).toContain(`${maxHistoryEntries.toLocaleString('en')} (`);
  expect(rowOf('the same act')).toContain(`${maxOfOneAct} an hour, in each process`);
  const { atOnce, perSecond } = publicLinksLimit;
  expect(rowOf('opening a public link')).toContain(`${atOnce} calls at once, then ${perSecond} a`);
  const { lanes, mediumFrom, longFrom } = usualLimits;
  const from = `medium ones scan ${mediumFrom.toLocaleString('en')} rows or more, long ones ${longFrom.toLocaleString('en')}`;
  const searches = rowOf(`searches; ${from}`);
  expect(searches).toContain(
    `${lanes.short.slots} short, ${lanes.medium.slots} medium and ${lanes.long.slots} long running`,
  );
  expect(searches).toContain(`${lanes.short.waiting} of each waiting`);
  expect(lanes.medium.waiting).toBe(lanes.short.waiting);
  expect(lanes.long.waiting).toBe(lanes.short.waiting);
  const jobs = {
    suggestions: lanes.mainThread,
    history: lanes.lists,
    laudos: lanes.document,
    'CSV files': lanes.export,
    'passwords checked': lanes.password,
  };
  for (const [name, { slots, waiting }] of Object.entries(jobs)) {
    expect(rowOf(name)).toContain(`${slots} running, ${waiting} waiting`);
  }
  expect(rowOf('CSV files')).toContain(`${lanes.export.alone} running;`);
  const { slots, alone, waiting } = lanes.arrival;
  const starts = rowOf('any request');
  const { calls, files } = usualBursts;
  expect(starts).toContain(
    `${alone} in each turn of the event loop; after ${calls.burst} in ${burstSeconds} s, 1 every ${calls.spacingMs} ms (files of the screens: ${files.burst}, ${files.spacingMs} ms)|${slots} in each turn`,
  );
  expect(starts).toContain(`${waiting.toLocaleString('en')} waiting`);
});
