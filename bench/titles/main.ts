/**
 * Measures whether the occupation search finds the intended job: `npm run bench -- titles [file.json …]`. A file is a
 * list of [title as typed, [accepted codes or their prefixes]]; by default the lists in this folder are used. Then
 * searches every official name for its own code, and a thousand titles with one typing error.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  findEveryday,
  findOfficialNames,
  findWithTypingErrors,
  EverydayTitles,
} from './find-titles.ts';

const own = ['advertised.json', 'held-out.json', 'independent.json'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
const given = process.argv.slice(2);
for (const path of given.length > 0 ? given : own) {
  const titles = EverydayTitles.parse(JSON.parse(await readFile(path, 'utf8')));
  const { found, missed, median, slowest } = findEveryday(titles);
  console.log(`${path}: ${found} of ${titles.length} among the first five`);
  console.log(
    `  ${median.toFixed(2)} ms of processor time a text, the slowest ${slowest.toFixed(2)}`,
  );
  for (const { text, accepted, first } of missed) {
    console.log(`  not: ${text} (${accepted.join(', ')}), but ${first.join('; ')}`);
  }
}
const official = findOfficialNames();
console.log(
  `official names: ${official.found} of ${official.requested} find their code among the first three`,
);
for (const name of official.missed) console.log(`  not: ${name}`);
const errors = findWithTypingErrors(1_000, 20_261_120);
console.log(`one typing error: ${errors.found} of ${errors.requested} among the first five`);
for (const name of errors.missed) console.log(`  not: ${name}`);
