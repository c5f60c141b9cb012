/**
 * Writes the catalogues of the interface's texts from the sources: `npm run texts`. With `--apply`, writes the new texts
 * of the catalogues to the sources. With `--since <revision>`, prints the texts that changed since that revision.
 */
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { changedTextsSince } from './changed-texts.ts';
import { applyTexts, writeCatalogues } from './text-catalogues.ts';

const [option, revision] = process.argv.slice(2);
if (option === undefined) {
  const pending = writeCatalogues();
  if (pending !== undefined) process.stderr.write(`${pending}\n`);
  process.exitCode = pending === undefined ? 0 : 1;
} else if (option === '--apply') {
  const { files, refused } = applyTexts();
  if (files.length > 0) execFileSync('oxfmt', files);
  process.stdout.write(files.map((file) => `${file}\n`).join(''));
  for (const reason of refused) process.stderr.write(`${reason}\n`);
  process.exitCode = refused.length === 0 ? 0 : 1;
} else if (option === '--since' && revision !== undefined) {
  process.stdout.write(changedTextsSince(revision));
} else {
  process.stderr.write('npm run texts, with nothing, -- --apply or -- --since <revision>\n');
  process.exitCode = 1;
}
