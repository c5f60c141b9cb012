import { z } from 'zod';
import { keysOf } from './keys.ts';
import { ordinaryColumns, publishedColumns, type SensitiveColumnName } from './record-columns.ts';

const texts = z.partialRecord(z.enum(keysOf(publishedColumns)), z.string());

type ColumnName = keyof typeof publishedColumns;

/**
 * A record of the files as responses carry it: the texts of the published columns, by column name (record-columns.ts).
 * An unknown value is an empty text; a decimal has a point. The sensitive columns are present only when a user who may
 * read them requests them.
 */
export type PublishedRecord = Readonly<
  Record<Exclude<ColumnName, SensitiveColumnName>, string> &
    Partial<Record<SensitiveColumnName, string>>
>;
export const PublishedRecord = z.custom<PublishedRecord>((record) => {
  const { data } = texts.safeParse(record);
  return data !== undefined && ordinaryColumns.every((name) => data[name] !== undefined);
});
