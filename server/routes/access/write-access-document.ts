import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessDocument } from './access-document.ts';

/** Regenerates docs/access.md from the table: `node server/routes/access/write-access-document.ts`. */
writeFileSync(join(import.meta.dirname, '../../../docs/access.md'), accessDocument());
