import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { asvsRows, refutedClaims } from '../support/asvs-rows.ts';
import { requirements } from './asvs-requirements.ts';

const states = ['met', 'partly', 'not met', 'not applicable'];

const rows = asvsRows();

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

test('each has a state; what is met names a test that runs, or a document with a reason, and the rest a reason', () => {
  const lacking = rows.filter(({ state, reason, shownBy }) => {
    if (!states.includes(state)) return true;
    if (state !== 'met') return reason.length < 5;
    const hasTest = shownBy.some((shown) => shown.includes(' › '));
    return shownBy.length === 0 || (!hasTest && reason.length < 15);
  });
  expect(lacking).toEqual([]);
});

test('every named test is one that `npm test` or `npm run test:full` runs', () => {
  const named = rows.flatMap(({ shownBy }) => shownBy.filter((shown) => shown.includes(' › ')));
  const runs =
    /^(?!.*\.long\.)((client|shared)\/.*\.test\.tsx?|(server|tests)\/.*\.test\.ts|tests\/browser\/[^/]*\.spec\.ts) › /;
  expect(named.filter((shown) => !runs.test(shown))).toEqual([]);
});

const shownByNames = (...shownBy: string[]) => [
  { requirement: '1.1.1', level: '1', state: 'met', reason: '', shownBy },
];
const file = 'server/x.test.ts';

test('a row whose test failed, was skipped, is gone or has one bad case is refuted by the run; another file says nothing', () => {
  const refuted = (
    named: string,
    ran: readonly (readonly [name: string, state: 'passed' | 'failed' | 'skipped'])[],
  ) =>
    refutedClaims(
      shownByNames(`${file} › ${named}`),
      ran.map(([name, state]) => ({ path: file, name, state })),
      'every named test',
    );
  expect(refuted('holds', [['holds', 'passed']])).toEqual([]);
  for (const state of ['failed', 'skipped'] as const) {
    expect(refuted('holds', [['holds', state]])).toEqual([`1.1.1: ${file} › holds ${state}`]);
  }
  expect(refuted('holds', [['held', 'passed']])).toEqual([`1.1.1: ${file} › holds did not run`]);
  const cases = [
    ['binds 1 (a)', 'passed'],
    ['binds 2', 'skipped'],
  ] as const;
  expect(refuted('binds %s', cases)).toEqual([`1.1.1: ${file} › binds %s skipped`]);
  expect(refuted('binds %s', cases.slice(0, 1))).toEqual([]);
  expect(refuted('in $dialect', [['in sqlite', 'passed']])).toEqual([]);
  expect(refuted('holds', [])).toEqual([]);
  const rest = [{ path: file, name: 'another', state: 'passed' }] as const;
  expect(refutedClaims(shownByNames(`${file} › holds`), rest, 'those that ran')).toEqual([]);
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
