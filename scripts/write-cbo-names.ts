/**
 * Derives shared/finder/cbo/official-names.json from a local folder with the ministry's own CBO files, under Node 24:
 * `npm exec -- node scripts/write-cbo-names.ts <folder> <AAAA-MM-DD of the files>`. The number of lines of
 * each occupation in an official month comes from the generator's calibration.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { OfficialNames } from '../shared/finder/cbo/official-names.ts';

const [folder, date] = process.argv.slice(2);
if (folder === undefined || date === undefined) {
  throw new Error('Give the folder of the CBO files and the date on which they were taken.');
}

const groupFiles = ['Grande Grupo', 'SubGrupo Principal', 'SubGrupo', 'Familia'];
const hashes: Record<string, string> = {};

async function rowsOf(name: string): Promise<[code: string, name: string][]> {
  const file = `CBO2002 - ${name}.csv`;
  const bytes = await readFile(join(folder ?? '', file));
  hashes[file] = createHash('sha256').update(bytes).digest('hex');
  const [, ...lines] = new TextDecoder('windows-1252').decode(bytes).split(/\r?\n/);
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [code = '', title = ''] = line.split(';');
      return [code.trim(), title.replace(/\s+/g, ' ').trim()];
    });
}

/** The names of groups above the family are in capitals, one of them only in part. */
const asSentence = (name: string) =>
  /^\p{Lu}{3,}(?!\p{Ll})/u.test(name) ? name.charAt(0) + name.slice(1).toLowerCase() : name;

const groups: Record<string, string> = {};
for (const file of groupFiles) {
  for (const [code, name] of await rowsOf(file)) groups[code] = asSentence(name);
}
const synonyms: Record<string, string[]> = {};
for (const [code, name] of await rowsOf('Sinonimo')) (synonyms[code] ??= []).push(name);

const Calibration = z.object({ source: z.string(), cells: z.array(z.string()) });
const calibration = Calibration.parse(
  JSON.parse(
    await readFile(
      new URL('../server/registry/generator/calibration.json', import.meta.url),
      'utf8',
    ),
  ),
);
const lines: Record<string, number> = {};
for (const cell of calibration.cells) {
  const [code = '', , count] = cell.split(' ');
  // Occupations of the CBO that the official files lack have a fraction of a line.
  if (!Number.isInteger(Number(count))) continue;
  const occupation = code.padStart(6, '0');
  lines[occupation] = (lines[occupation] ?? 0) + Number(count);
}

const names: OfficialNames = {
  source: `CBO 2002, Ministério do Trabalho e Emprego: ${Object.keys(hashes).join(', ')}`,
  date,
  sha256: hashes,
  linesSource: calibration.source,
  groups,
  synonyms,
  lines,
};
// One line for each code, so that a diff shows the changes of a newer table. Some official names lack an accent.
const text = Object.entries(names)
  .map(([key, value]) =>
    typeof value === 'string'
      ? `${JSON.stringify(key)}: ${JSON.stringify(value)}`
      : `${JSON.stringify(key)}: {\n${Object.entries(value)
          .map(([code, entry]) => `${JSON.stringify(code)}: ${JSON.stringify(entry)}`)
          .join(',\n')}\n}`,
  )
  .join(',\n')
  .replaceAll(/\bnivel\b/g, 'nível');
await writeFile(
  new URL('../shared/finder/cbo/official-names.json', import.meta.url),
  `{\n${text}\n}\n`,
);
