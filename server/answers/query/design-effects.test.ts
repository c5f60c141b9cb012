import { afterAll, beforeAll, expect, test } from 'vitest';
import { monthLater } from '../../../shared/codes/months.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import {
  newInstallation,
  openInstallation,
  type Installation,
} from '../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';

let installation: Installation;

/**
 * Blocks of ten hires of one employer, distinguished by their activity. Half of the blocks pay little and half much.
 */
const blocks = (cbo: string, count: number): LineFields[] =>
  Array.from({ length: count * 10 }, (_, index) => ({
    cbo,
    subclass: String(4_700_000 + Math.floor(index / 10)),
    salary: `${(Math.floor(index / 10) % 2 === 0 ? 1500 : 3000) + (index % 10)},00`,
  }));
/** The same pay, each hire in a separate block. */
const single = (cbo: string, count: number): LineFields[] =>
  Array.from({ length: count }, (_, index) => ({
    cbo,
    subclass: String(4_800_000 + index),
    salary: `${(index % 2 === 0 ? 1500 : 3000) + (index % 10)},00`,
  }));

const monthFile = (month: string, lines: readonly LineFields[]) =>
  officialFile(
    `CAGEDMOV${month}.txt`,
    'MOV',
    lines.map((line) => ({ ...line, month, declared_month: month })),
  );

beforeAll(async () => {
  installation = await newInstallation();
  await installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      ...blocks('521110', 40),
      ...single('411010', 400),
      ...blocks('225125', 29),
    ]),
  );
});
afterAll(() => installation.close());

test('a release has the effect of each family with thirty blocks, and of all occupations', async () => {
  const { designEffects } = await currentRelease(installation.store);
  expect(designEffects.map(({ family, records, blocks: own }) => [family, records, own])).toEqual([
    // The blocks of 2251 have activities that those of 5211 have too.
    [0, 1090, 440],
    [4110, 400, 400],
    [5211, 400, 40],
  ]);
  const effects = new Map(designEffects.map(({ family, effect }) => [family, effect]));
  // 20 of 40 blocks are all below: 40/39 · 40 · 5² / 400² over ¼ / 400.
  expect(effects.get(5211)).toBeCloseTo(((40 / 39) * ((40 * 25) / 160_000)) / (0.25 / 400), 9);
  expect(effects.get(4110)).toBeCloseTo(400 / 399, 9);
});

test('answers of a family have intervals of its effective records, and say how many', async () => {
  const { statistics, method, panels } = await installation.search({ familiaCbo: '5211' });
  expect(method.designEffect).toBeCloseTo((40 / 39) * 10, 9);
  // 200 − 1.96 / 2 · √(400 · 10.256) = 137.2: the 138th and 263rd of 400, the first 200 of which have 1500 to 1509.
  expect(statistics.medianInterval).toEqual({ lower: 1506, upper: 3003 });
  expect(panels?.regional.country.medianInterval).toEqual({ lower: 1506, upper: 3003 });
  // Of independent records the 180th and 221st.
  const independent = await installation.search({ familiaCbo: '4110' });
  expect(independent.statistics.medianInterval).toEqual({ lower: 1508, upper: 3001 });
});

test('a family with too few blocks takes the effect of all occupations', async () => {
  const all = await installation.search({});
  const few = await installation.search({ familiaCbo: '2251' });
  expect(all.method.designEffect).toBeGreaterThan(1);
  expect(few.method.designEffect).toBe(all.method.designEffect);
  const both = await installation.search({ cbos: ['521110', '411010'] });
  expect(both.method.designEffect).toBeCloseTo((40 / 39) * 10, 9);
});

test('effects are counted again only if a load touches one of the twelve months', async () => {
  const others = Array.from({ length: 11 }, (_, earlier) => monthLater('202307', -1 - earlier));
  const files = await Promise.all(others.map((month) => monthFile(month, [{}])));
  await installation.loadApproved(...files);
  // A later release has this effect only if it is not counted again.
  const marked = { family: 5211, effect: 99 };
  await installation.store.db
    .updateTable('design_effects')
    .set({ effect: 99 })
    .where('family', '=', 5211)
    .execute();
  // A process caches published releases, so only another one reads the change.
  const { folder, databaseUrl } = installation;
  await installation.leave();
  installation = await openInstallation(folder, databaseUrl === undefined ? {} : { databaseUrl });

  await installation.loadApproved(await monthFile('202201', blocks('521110', 40)));
  const older = await currentRelease(installation.store);
  expect(older.files).toHaveLength(13);
  expect(older.designEffects).toContainEqual(expect.objectContaining(marked));

  await installation.loadApproved(await monthFile('202208', [{}, {}]));
  const { designEffects } = await currentRelease(installation.store);
  expect(designEffects).not.toContainEqual(expect.objectContaining(marked));
});
