import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiTypes } from './api-types.ts';

/** Writes the types of the typed client anew: `node tests/support/write-api-types.ts`. */
writeFileSync(
  join(import.meta.dirname, '../../examples/typescript/api-types.ts'),
  await apiTypes(),
);
