import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

/** The real warehouse with some of its methods replaced. */
export const changedWarehouse = (warehouse: Warehouse, changed: Partial<Warehouse>): Warehouse => ({
  rows: (sql, limits) => warehouse.rows(sql, limits),
  stream: (sql, limits) => warehouse.stream(sql, limits),
  bytes: (sql, form, limits) => warehouse.bytes(sql, form, limits),
  run: (sql, limits) => warehouse.run(sql, limits),
  load: (load) => warehouse.load(load),
  ping: (limits) => warehouse.ping(limits),
  hasDamage: () => warehouse.hasDamage(),
  close: () => warehouse.close(),
  ...(warehouse.cluster && { cluster: warehouse.cluster }),
  ...changed,
});
