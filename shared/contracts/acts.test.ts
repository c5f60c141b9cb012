import { expect, test } from 'vitest';
import { can, type Act } from './acts.ts';
import { roles } from '../codes/roles.ts';
import { keysOf } from '../codes/keys.ts';

test.each<[Act, readonly string[]]>([
  ['administer', ['ADMIN']],
  ['saveSearches', ['ADMIN', 'CLIENT']],
  ['readAllRecords', ['ADMIN', 'CLIENT']],
  ['comparePayroll', ['ADMIN', 'CLIENT']],
  ['makeReports', ['ADMIN', 'CLIENT']],
  ['handleAllReports', ['ADMIN']],
])('%s is for %j, and for no one signed out', (act, allowed) => {
  expect(keysOf(roles).filter((role) => can(role, act))).toEqual(allowed);
  expect(can(undefined, act)).toBe(false);
});
