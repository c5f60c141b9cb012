import { expect, test } from 'vitest';
import { WarehouseError } from '../warehouse.ts';
import { isWorthAnother, toCallerError } from './failover.ts';

const thrown = (code: number) => toCallerError(new WarehouseError('refused', code), []);

test('a query that an operator killed, or beyond the server’s number of queries, may be sent again', () => {
  for (const code of [394, 202]) expect(thrown(code)).toMatchObject({ part: 'servers' });
  expect(thrown(241)).not.toHaveProperty('part');
});

test('another server may run a query beyond the number of queries of one, and not one that was killed', () => {
  expect(isWorthAnother(new WarehouseError('refused', 202))).toBe(true);
  expect(isWorthAnother(new WarehouseError('refused', 394))).toBe(false);
});
