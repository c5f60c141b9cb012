import { join } from 'node:path';

/** Node's arguments that start the product as `npm start` does, except for the costs of passwords. */
export const productProgram: readonly string[] = [
  '--import',
  join(import.meta.dirname, 'quick-password-costs.mjs'),
  join(import.meta.dirname, '../../server/main.mjs'),
];
