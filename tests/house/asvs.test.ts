import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { requirements } from './asvs-requirements.ts';

const states = ['met', 'partly', 'not met', 'not applicable'];

interface Row {
  readonly requirement: string;
  readonly level: string;
  readonly state: string;
  readonly reason: string;
  /** Paths, each with the name of a test behind ` › ` where it is one. */
  readonly shownBy: readonly string[];
}

const rows: readonly Row[] = readFileSync('docs/asvs.csv', 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const cells = line.slice(1, -1).split('","');
    const [requirement = '', level = '', state = '', reason = '', shown = ''] = cells.map((cell) =>
      cell.replaceAll('""', '"'),
    );
    return { requirement, level, state, reason, shownBy: shown === '' ? [] : shown.split(' | ') };
  });

test('every requirement of levels 1 and 2 stands in the list once, in order', () => {
  const listed = Object.entries(requirements).flatMap(([section, levels]) =>
    levels
      .flatMap((numbers, index) => numbers.map((number) => ({ number, level: index + 1 })))
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, level }) => `${section}.${number} level ${level}`),
  );
  expect(listed).toHaveLength(253);
  expect(rows.map(({ requirement, level }) => `${requirement} level ${level}`)).toEqual(listed);
});

test('each has a state, what is not met a reason, and what is met something that shows it', () => {
  const lacking = rows.filter(({ state, reason, shownBy }) => {
    if (!states.includes(state)) return true;
    return state === 'met' ? shownBy.length === 0 : reason.length < 5;
  });
  expect(lacking).toEqual([]);
});

test('the tests and pages that are named are there', () => {
  const gone = rows.flatMap(({ requirement, shownBy }) =>
    shownBy.filter((shown) => !isThere(shown)).map((shown) => `${requirement}: ${shown}`),
  );
  expect(gone).toEqual([]);
});

function isThere(shown: string): boolean {
  const [path = '', name] = shown.split(' › ');
  if (!existsSync(path)) return false;
  if (name === undefined) return true;
  const text = readFileSync(path, 'utf8').replaceAll(/\\(['"`])/g, '$1');
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`\\(\\s*(['"\`])${escaped}\\1`).test(text);
}

const Bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
});

test('the bill of materials has every library that runs, by one command', async () => {
  const { scripts, dependencies } = z
    .object({
      scripts: z.object({ sbom: z.string() }),
      dependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const [command = '', ...rest] = scripts.sbom.split(' ');
  const { stdout } = await promisify(execFile)(command, rest, { maxBuffer: 2 ** 26 });
  const { components } = Bom.parse(JSON.parse(stdout));
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const direct = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  expect(direct.filter((library) => !listed.has(library))).toEqual([]);
});
