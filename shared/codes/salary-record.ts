import { z } from 'zod';
import { keysOf } from './keys.ts';
import { publishedColumns } from './record-columns.ts';

/**
 * A record of the files as answers carry it: the texts of all published columns, by their names (record-columns.ts).
 * What is unknown is an empty text; a decimal has a point.
 */
export const PublishedRecord = z.record(z.enum(keysOf(publishedColumns)), z.string());
export type PublishedRecord = z.infer<typeof PublishedRecord>;
