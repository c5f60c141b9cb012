import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { prepareData } from '../../bench/national/data.ts';
import { latencyOf, percentileOf, latencyText } from '../../bench/national/latency.ts';
import { readOptions, usualOptions } from '../../bench/national/options.ts';
import { answerOf } from '../../bench/national/product.ts';
import { mixedWorkload } from '../../bench/national/ratios.ts';
import { compareAnswers } from '../../bench/national/rivals/compare.ts';
import { closeRivals, openRivals } from '../../bench/national/rivals/open-rivals.ts';
import { plainScans, plainSql } from '../../bench/national/rivals/plain-sql.ts';
import { runBench, type Output } from '../../bench/national/run-bench.ts';
import { runEquality } from '../../bench/national/run-equality.ts';
import { runGrowth } from '../../bench/national/run-growth.ts';
import { markdownTable } from '../../bench/national/console-output.ts';
import { SearchRequest } from '../../shared/contracts/search.ts';
import { preparedAnswering } from '../support/prepared-answering.ts';
import { openInstallation } from '../support/installation.ts';

function heard(): Output & { readonly lines: string[]; readonly titles: string[] } {
  const [lines, titles]: [string[], string[]] = [[], []];
  const table = (title: string, rows: Record<string, unknown>) => {
    titles.push(title);
    lines.push(markdownTable(rows));
  };
  return { lines, titles, print: (line) => void lines.push(line), table };
}

const requested = ['an occupation', 'several occupations', 'all Brazil, 2 filters'];

let keep = '';
const small = { months: 2, lines: 1500, seed: 'test' };

beforeAll(async () => {
  // It measures the embedded engine.
  vi.stubEnv('TEST_CLUSTER_URLS', undefined);
  keep = await mkdtemp(join(tmpdir(), 'caged-stored-'));
});

test('a table has no times for queries that did not run', () => {
  expect(latencyText(latencyOf([]))).toMatchObject({ queries: 0, 'p50 ms': '', 'p95 ms': '' });
  expect(latencyText(latencyOf([40, 250]))).toMatchObject({ 'p50 ms': '40.0', 'max ms': '250' });
});

test('the benchmark measures, compares and writes what it found', async () => {
  const output = heard();
  const report = await runBench(
    {
      ...usualOptions,
      ...small,
      keep,
      kinds: usualOptions.kinds.filter(({ name }) => requested.includes(name)),
      queries: 1,
      cold: 0,
      users: [2],
      seconds: 1,
      precompute: 1,
    },
    output,
  );

  expect(report.cost.lines).toBe(3000);
  expect(report.cost.bytesPerMillionLines).toBeGreaterThan(0);
  expect(report.serverTimes.kinds.map(({ kind }) => kind)).toEqual(requested);
  for (const { warm, warmCpu } of report.serverTimes.kinds) {
    expect(warm.p50).toBeGreaterThan(0);
    expect(warmCpu.p50).toBeGreaterThan(0);
  }
  expect(report.users?.rounds.map(({ cache }) => cache)).toEqual([
    'nothing cached',
    'after that',
    'precomputed',
  ]);
  for (const round of report.users?.rounds ?? []) {
    expect(round.searches).toBeGreaterThan(0);
    expect(round.errors).toEqual({});
    expect(round.server.stallMs).toBeGreaterThan(0);
  }
  expect(report.users?.memory.atRestBytes).toBeGreaterThan(50 * 2 ** 20);

  expect(report.rivals.join(' ')).toMatch(/^ClickHouse \d.* DuckDB v\d.* PostgreSQL \d/);
  expect(report.sideBySide.disagreements).toEqual([]);
  expect(report.sideBySide.groups).toBeGreaterThan(200);
  const mixed = report.ratios.filter(({ kind }) => kind === mixedWorkload);
  expect(mixed.map(({ rival }) => rival)).toEqual(['clickhouse', 'duckdb', 'postgres']);
  for (const { ratio, queries, unanswered } of mixed) {
    expect(ratio).toBeGreaterThan(0);
    expect(ratio).toBeLessThan(Infinity);
    expect([queries, unanswered]).toEqual([requested.length, 0]);
  }

  expect(output.titles).toHaveLength(4);
  expect(output.lines.join('\n')).not.toMatch(/NaN|undefined/);
});

test('chosen, plain and foreign answers are one, and a figure that is not is found', async () => {
  const plan = { ...small, keep, queries: 16, broadShare: 50, foreignEvery: 2 };
  const report = await runEquality(plan, heard());
  expect(report.unequal).toEqual([]);
  expect(report.unanswered).toEqual([]);
  expect(report.structures, 'the product does not only go the plain way').toHaveProperty('ranked');
  expect(report.answered).toBeGreaterThan(3);
  expect(report.groups).toBeGreaterThan(100);
  expect(report.lines).toBe(3000);

  const output = heard();
  const data = await prepareData(plan, output.print);
  expect(data.seconds, 'stored data are not made again').toBeNull();
  await expect(prepareData({ ...plan, lines: 1501 }, output.print)).rejects.toThrow('other data');
  const installation = await openInstallation(data.installation);
  const answering = await preparedAnswering(installation);
  const { warehouse } = installation;
  const { release } = answering;
  const rivals = await openRivals({
    warehouse,
    release,
    folder: data.rivals,
    isPersistent: true,
    names: ['duckdb'],
    print: output.print,
  });
  expect(output.lines.join('\n'), 'nor loaded again').not.toContain('loaded in');
  const filters = { uf: 'SP' };
  const answer = await answerOf(filters, answering);
  const scans = plainScans(SearchRequest.parse({ filters }).filters, release.months);
  const result = await rivals[0]?.answer(
    scans.map((scan) => plainSql(scan, 'duckdb')),
    600_000,
  );
  await closeRivals(rivals);
  await installation.leave();
  if (result === undefined) throw new Error('DuckDB did not answer.');

  expect(compareAnswers(answer, scans, result).differences).toEqual([]);
  const acre = compareAnswers(answer, scans, {
    ...result,
    rows: result.rows.map((rows) =>
      rows.map((row) => ({ ...row, points: row.points.map((centavos) => centavos + 1) })),
    ),
  });
  expect(acre.differences.length).toBeGreaterThan(20);
  const fewer = compareAnswers(answer, scans, {
    ...result,
    rows: result.rows.map((rows) => rows.slice(1)),
  });
  expect(fewer.differences.length).toBeGreaterThanOrEqual(scans.length);
});

test('growth runs the same queries on more and more months', async () => {
  const output = heard();
  const plan = { stages: [1, 2], lines: 800, seed: 'test', queries: 1 };
  const stages = await runGrowth(plan, output);
  expect(stages.map(({ months }) => months)).toEqual([1, 2]);
  // Four kinds: over the first month at each stage, and over both once they are loaded.
  expect(stages.map(({ times }) => Object.keys(times).length)).toEqual([4, 8]);
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith('caged-growth-'));
  expect(left, 'its folder is gone').toEqual([]);
  expect(output.titles).toEqual([expect.stringContaining('by months loaded')]);
});

test('percentiles are nearest ranks, options are checked', () => {
  const times = Array.from({ length: 20 }, (_, index) => index + 1);
  expect(percentileOf(times, 0.95)).toBe(19);
  expect(latencyOf(times)).toMatchObject({ p50: 10, p99: 20, max: 20, mean: 10.5 });
  expect(readOptions(['--users', '1,100', '--rivals', 'none', '--lines', '4400000'])).toEqual({
    ...usualOptions,
    users: [1, 100],
    rivals: [],
    lines: 4_400_000,
  });
  expect(() => readOptions(['--months', 'all'])).toThrow('--months');
  expect(() => readOptions(['--rivals', 'oracle'])).toThrow('--rivals');
});
