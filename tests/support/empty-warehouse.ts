import { Readable } from 'node:stream';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

const none = () => Readable.from([]);

/** A warehouse without rows, for tests of the app database beside it: it accepts every statement and stores nothing. */
export const emptyWarehouse: Warehouse = {
  rows: async () => [],
  stream: none,
  bytes: none,
  run: async () => undefined,
  load: async () => undefined,
  ping: async () => undefined,
  hasDamage: () => false,
  close: async () => undefined,
};
