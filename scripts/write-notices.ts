/** Writes THIRD-PARTY-NOTICES.txt: the licences of every installed package that runs in production. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { thirdPartyNotices } from './third-party-notices.ts';

const root = join(import.meta.dirname, '..');
writeFileSync(join(root, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(root));
