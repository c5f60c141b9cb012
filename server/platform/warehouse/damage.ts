import { WarehouseError } from './warehouse.ts';

/**
 * ClickHouse's codes for stored data that cannot be read: truncated, wrong checksum, missing file, corrupted,
 * decompression failure, unknown compression.
 */
const damageCodes: readonly (number | undefined)[] = [33, 40, 107, 246, 271, 432];

/** Whether a query found damaged data on the disk. */
export const isDamage = (error: unknown): boolean =>
  error instanceof WarehouseError && damageCodes.includes(error.engineCode);

export const damageSentence =
  'Uma parte dos dados do armazém está danificada e não pode ser lida. Pare o sistema e restaure o último backup: npm run caged -- restore <pasta> --overwrite.';
