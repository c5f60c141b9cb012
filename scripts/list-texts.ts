/**
 * Prints the texts of the interface by screen: `npm run texts`, or `npm run texts -- payroll` for one screen. With
 * `--apply <file>`, writes the edited texts of such a list, in which a fourth column holds each new text, to their files.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { applyTexts } from './apply-texts.ts';
import { interfaceTexts } from './interface-texts.ts';

const [first, edited, ...rest] = process.argv.slice(2);
if (first === '--apply' && edited !== undefined && rest.length === 0) {
  const { changed, refused } = applyTexts(readFileSync(edited, 'utf8'));
  process.stdout.write(`${changed} texts changed\n`);
  for (const reason of refused) process.stderr.write(`${reason}\n`);
  process.exitCode = refused.length === 0 ? 0 : 1;
} else {
  const asked = new Set(process.argv.slice(2));
  const shown = interfaceTexts().filter(({ screen }) => asked.size === 0 || asked.has(screen));
  const lines = shown.map(
    ({ screen, file, line, text }) => `${screen}\t${text}\t${file}:${line}\n`,
  );
  process.stdout.write(lines.join(''));
}
