import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiTypes } from './api-types.ts';

/** Regenerates the types of the typed client: `node tests/support/write-api-types.ts`. */
writeFileSync(
  join(import.meta.dirname, '../../examples/typescript/api-types.ts'),
  await apiTypes(),
);
