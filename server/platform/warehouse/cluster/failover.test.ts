import { expect, test } from 'vitest';
import { WarehouseError } from '../warehouse.ts';
import { toCallerError } from './failover.ts';

const thrown = (code: number) => toCallerError(new WarehouseError('refused', code), []);

test('a query that an operator killed, or beyond the server’s number of queries, may be sent again', () => {
  for (const code of [394, 202]) expect(thrown(code)).toMatchObject({ part: 'servers' });
  expect(thrown(241)).not.toHaveProperty('part');
});
