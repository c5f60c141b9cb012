import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

/** The stored rejected lines of a file, in the file's order. */
export const rejectedLines = (warehouse: Warehouse, batch: number) =>
  warehouse.rows<{ line: number; column: string; reason: string; raw: string }>({
    text: `
      select line, column, reason, raw
      from rejections
      where batch = {batch:UInt32} and line > 0
      order by line`,
    params: { batch },
  });
