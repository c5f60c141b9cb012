import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { findUpload } from '../ingest/uploads.ts';
import { minimumWageCentavos } from '../../reference/minimum-wage.ts';
import { releaseFingerprint } from '../releases/fingerprint.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { generateMonths, type GenerateOptions } from './generate-months.ts';
import { writeMonths, type WrittenFile } from './generate-months.ts';

const order = { months: ['202305', '202306', '202307'], linesPerMonth: 20_000, seed: 'teste' };

let generated: Installation;
let directory: string;
let files: WrittenFile[];
let imported: Awaited<ReturnType<typeof importFiles>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'generated-'));
  // One installation after the other: a process can have only one embedded warehouse open.
  imported = await importFiles();
  generated = await newInstallation();
  await generate();
});

afterAll(async () => {
  await generated.close();
  await rm(directory, { recursive: true });
});

/** Writes the files, loads them as real ones, and tries to generate months beside them. */
async function importFiles() {
  const installation = await newInstallation();
  files = await writeMonths({ ...order, warehouse: installation.warehouse, directory });
  const upload = await installation.load(...files.map(({ path }) => path));
  const refusal: unknown = await generate({}, installation).catch((error: unknown) => error);
  const { number } = await currentRelease(installation.store);
  const held = await fingerprint(installation);
  await installation.close();
  return { upload, refusal, number, held };
}

const generate = (more: Partial<GenerateOptions> = {}, { store, warehouse } = generated) =>
  generateMonths({ ...order, store, warehouse, clock: () => new Date(), ...more });

const fingerprint = async ({ store, warehouse }: Installation) =>
  releaseFingerprint(warehouse, await currentRelease(store));

const linesOf = (kind: string) =>
  files.filter((file) => file.kind === kind).reduce((sum, file) => sum + file.lines, 0);

describe('generated months in the engine and in files', () => {
  test('have the same lines', async () => {
    expect(await fingerprint(generated)).toEqual(imported.held);
  });

  test('the usual import accepts every line of the files', () => {
    const { upload } = imported;
    expect(upload.status).toBe('COMPLETED');
    expect(upload.files.map(({ rejected }) => rejected)).toEqual(files.map(() => 0));
    expect(upload.files.map(({ accepted }) => accepted)).toEqual(files.map(({ lines }) => lines));
  });

  test('the files have the official form', async () => {
    expect(files.map(({ kind, month }) => `${kind} ${month}`)).toEqual([
      'MOV 202305',
      'MOV 202306',
      'FOR 202306',
      'EXC 202306',
      'MOV 202307',
      'FOR 202307',
      'EXC 202307',
    ]);
    const [header = '', ...lines] = (await readFile(files[6]!.path, 'utf8')).split('\r\n');
    expect(header.split(';').slice(23, 28)).toEqual([
      'origemdainformação',
      'competênciadec',
      'competênciaexc',
      'indicadordeexclusão',
      'indicadordeforadoprazo',
    ]);
    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(files[6]!.lines);
    const amount = String.raw`(?:(?:[1-9]\d*)?,\d\d)?`;
    const form = new RegExp(
      String.raw`^20230[5-7];[1-59];\d{2};\d{6};[A-Z];\d{6,7};-?1;\d{5,6};\d{3};\d{1,2};\d{0,2};${amount}(?:;\d+){8};${amount}(?:;\d+){3};20230[5-7];202307;1;[01];\d{1,2};${amount}$`,
    );
    expect(lines.filter((line) => !form.test(line))).toEqual([]);
  });
});

describe('the documented properties of the lines', () => {
  test('the number of movements is the requested one, distributed over the months by season', () => {
    expect(linesOf('MOV') + linesOf('FOR')).toBe(60_000);
    // MTE published 3,845,134, 3,671,062 and 3,623,694 movements for the three months.
    expect(files[0]!.lines).toBe(Math.round((60_000 * 3_845_134) / 11_139_890));
  });

  test('late declarations and exclusions are as common as in July 2023', () => {
    const all = 3_623_694 + 64_957;
    const later = 60_000 - files[0]!.lines;
    expect(Math.abs(linesOf('FOR') - (later * 64_957) / all)).toBeLessThanOrEqual(1);
    expect(Math.abs(linesOf('EXC') - (later * 7_652) / all)).toBeLessThanOrEqual(1);
  });

  test('97 % of the exclusions cancel a line and 3 % match none', async () => {
    const { months } = await currentRelease(generated.store);
    const cancelled = months.reduce((sum, month) => sum + month.cancelled_lines, 0);
    const astray = months.reduce((sum, month) => sum + month.unmatched_exclusions, 0);
    expect(cancelled + astray).toBe(linesOf('EXC'));
    expect(Math.abs(astray - 0.03 * linesOf('EXC'))).toBeLessThanOrEqual(1);
    expect(months.reduce((sum, month) => sum + month.for_lines, 0)).toBe(linesOf('FOR'));
  });
});

describe('the release', () => {
  test('is marked synthetic, and its upload is one of demonstration', async () => {
    const { isSynthetic, number, files: held } = await currentRelease(generated.store);
    expect(isSynthetic).toBe(true);
    expect(held).toHaveLength(files.length);
    const { upload_id } = await generated.store.db
      .selectFrom('releases')
      .select('upload_id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const found = await findUpload(generated.store, upload_id);
    expect(found).toMatchObject({ origin: 'demonstration', status: 'COMPLETED', release: number });
    expect(found?.files.map(({ lines }) => lines)).toEqual(files.map(({ lines }) => lines));
  });

  test('is refused while real data are published', () => {
    expect(imported.refusal).toMatchObject({
      code: 'real_data_published',
      status: 409,
      message: expect.stringContaining('dados reais'),
    });
    expect(imported.number).toBe(1);
  });

  test('is refused during another load', async () => {
    const leaseUntil = new Date(Date.now() + 60_000).toISOString();
    const { db } = generated.store;
    const claim = db.updateTable('uploads').where('release', '=', 1);
    await claim.set({ status: 'PROCESSING', lease_until: leaseUntil }).execute();
    await expect(generate()).rejects.toMatchObject({ code: 'load_in_progress', status: 409 });
    await claim.set({ status: 'COMPLETED', lease_until: null }).execute();
  });

  test('stays as it was when a generation is stopped', async () => {
    const stop = new AbortController();
    const stopped = generate({
      seed: 'outra',
      signal: stop.signal,
      onProgress: ({ lines }) => lines > 0 && stop.abort(new Error('asked to stop')),
    });
    await expect(stopped).rejects.toThrow('asked to stop');
    expect(await fingerprint(generated)).toEqual(imported.held);
    const newest = await generated.store.db
      .selectFrom('uploads')
      .select(['status', 'release'])
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    expect(newest).toEqual({ status: 'FAILED', release: null });
  });

  test('another seed makes other lines, the same seed the same lines; rows of a stopped run are deleted', async () => {
    const { db } = generated.store;
    const last = await db
      .selectFrom('uploads')
      .select('id')
      .where('status', '=', 'FAILED')
      .executeTakeFirstOrThrow();
    // As if the process had been killed.
    await db
      .updateTable('uploads')
      .set({ status: 'PROCESSING', worker: 'generator gone', lease_until: null })
      .where('id', '=', last.id)
      .execute();
    const claims: Promise<{ lease_until: string | null }[]>[] = [];
    const working = db.selectFrom('uploads').select('lease_until').where('worker', 'is not', null);
    await generate({ seed: 'outra', onProgress: () => claims.push(working.execute()) });
    const leases = (await Promise.all(claims))
      .flat()
      .map((row) => Date.parse(row.lease_until ?? ''));
    expect(leases.length).toBeGreaterThan(5);
    // Loads would wait this long if the process died.
    expect(Math.max(...leases)).toBeLessThanOrEqual(Date.now() + 60_000);
    expect((await findUpload(generated.store, last.id))?.status).toBe('FAILED');
    const other = await fingerprint(generated);
    expect(other.lines).toBe(imported.held.lines);
    expect(other.digest).not.toBe(imported.held.digest);
    await generate();
    expect(await fingerprint(generated)).toEqual(imported.held);
    const lines = await generated.warehouse.rows<{ lines: number }>({
      text: `select count() as lines from movements where weight = 1`,
    });
    expect(lines).toEqual([{ lines: 3 * 60_000 }]);
  });
});

test('a published generation that could not record its end is ended by the next runner, not as a failed one', async () => {
  const { store } = generated;
  const before = (await currentRelease(store)).number ?? 0;
  let isPublishing = false;
  const clock = () => {
    if (isPublishing) {
      isPublishing = false;
      throw new Error('the app database is away');
    }
    return new Date();
  };
  // Preparing the release is the last step before it is published.
  const prepare = async () => {
    isPublishing = true;
  };
  await expect(generate({ clock, prepare })).rejects.toThrow('the app database is away');
  const ofRelease = store.db.selectFrom('uploads').where('release', '=', before + 1);
  const { id } = await ofRelease.select('id').executeTakeFirstOrThrow();
  expect((await findUpload(store, id))?.status).toBe('PROCESSING');
  // The claim expires.
  await store.db.updateTable('uploads').set({ lease_until: null }).where('id', '=', id).execute();
  await generated.drain();
  expect(await findUpload(store, id)).toMatchObject({
    status: 'COMPLETED',
    message: expect.stringContaining('publicada com 7 arquivos'),
  });
});

/**
 * Shares of the real file CAGEDFOR202307, counted independently of the calibration, and the tolerance for generated
 * lines.
 */
const realShares: readonly (readonly [
  what: string,
  condition: string,
  real: number,
  within: number,
])[] = [
  ['women', 'sex = 3', 27_548 / 64_957, 0.01],
  ['São Paulo', 'uf = 35', 17_324 / 64_957, 0.02],
  ['Amapá', 'uf = 16', 551 / 64_957, 0.003],
  ['an unknown place', 'municipality = 999999 and uf = 99 and region = 9', 251 / 64_957, 0.002],
  ['cleaners', 'cbo = 514320', 3_360 / 64_957, 0.005],
  ['an unknown occupation', 'cbo = 999999', 47 / 64_957, 0.0005],
  ['secondary school', 'schooling = 7', 42_466 / 64_957, 0.015],
  ['44 hours', 'hours = 4400', 49_863 / 64_957, 0.015],
  ['no salary', 'salary is null', 2_330 / 64_957, 0.006],
  ['a salary of zero', 'salary = 0', 1_012 / 64_957, 0.003],
  ['a salary of one cent', 'salary = 1', 733 / 64_957, 0.003],
  ['apprentices', 'apprentice = 1', 694 / 64_957, 0.002],
  ['workers on call', 'intermittent = 1', 1_418 / 64_957, 0.003],
  ['part time', 'part_time = 1', 820 / 64_957, 0.008],
  ['paid by the hour', 'salary_unit = 1', 3_635 / 64_957, 0.01],
  ['one to four employees', 'company_size = 2', 8_953 / 64_957, 0.015],
];

describe('beside the real file', () => {
  test.each(realShares)('%s', async (_what, condition, real, within) => {
    const [row] = await generated.warehouse.rows<{ share: number }>({
      text: `select countIf(${condition}) / count() as share from movements where weight = 1`,
    });
    expect(Math.abs((row?.share ?? 0) - real)).toBeLessThan(within);
  });

  test('pay is the minimum wage of the month, a round value, and as spread as in the real file', async () => {
    const [row] = await generated.warehouse.rows<Record<string, number>>({
      text: `
        select countIf(salary = {wage:UInt32}) / count() as minimum,
          countIf(salary > {wage:UInt32} and salary % 10000 = 0) / count() as hundreds,
          quantileExact(0.1)(salary / {wage:UInt32}) as p10, quantileExact(0.5)(salary / {wage:UInt32}) as p50,
          quantileExact(0.9)(salary / {wage:UInt32}) as p90
        from movements
        where weight = 1 and apprentice = 0 and intermittent = 0 and salary > 0.3 * {wage:UInt32}`,
      params: { wage: minimumWageCentavos('202306') },
    });
    // In the real file: 0.116, 0.159, 1, 1.20 and 2.21.
    expect(row?.['minimum']).toBeCloseTo(0.12, 1);
    expect(row?.['hundreds']).toBeCloseTo(0.16, 1);
    expect(row?.['p10']).toBeCloseTo(1, 1);
    expect(row?.['p50']).toBeCloseTo(1.2, 1);
    expect(row?.['p90']).toBeCloseTo(2.2, 0);
  });

  test('lines repeat, reach both bounds of the rule of MTE, and are sometimes absurd', async () => {
    const [row] = await generated.warehouse.rows<Record<string, number>>({
      text: `
        select 1 - uniqExact(tuple(* except (batch, weight, kind))) / count() as repeated,
          countIf(salary between 2 and 39599) / count() as tiny, countIf(salary > 150 * 132000) as absurd
        from movements
        where weight = 1 and batch in (select max(batch) from movements where weight = 1 group by kind, declared_month)`,
    });
    expect(row?.['repeated']).toBeCloseTo(2_162 / 64_957, 2);
    expect(row?.['tiny']).toBeGreaterThan(0.004);
    expect(row?.['absurd']).toBeGreaterThan(10);
  });
});
