import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessDocument } from './access-document.ts';

/** Writes docs/access.md anew from the table: `node server/routes/write-access-document.ts`. */
writeFileSync(join(import.meta.dirname, '../../docs/access.md'), accessDocument());
