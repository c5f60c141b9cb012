import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import type { ReportModel } from './model.ts';
import { renderReport } from './render.ts';
import { renderers } from './renderer.ts';
import { reportModel } from './report-model.ts';

const siteAddress = () => 'https://caged.example';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caged-render-'));
});
afterEach(async () => rm(folder, { recursive: true }));

async function modelOfFive(): Promise<ReportModel> {
  const installation = await newInstallation();
  const { store, warehouse, backend } = installation;
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}, {}, {}, {}]));
  const deps = { store, warehouse, backend, clock: () => new Date(), version: 'test' };
  const request = {
    name: 'Cinco',
    type: 'CSV',
    createdBy: 'Ana',
    companyName: null,
    logo: null,
    createdAt: '2026-08-01T12:00:00.000Z',
    hasAnnex: false,
    ownSalary: null,
    selections: [SearchFilters.parse({})],
    release: await currentRelease(store),
    receipts: { companyId: null, userId: null },
  } as const;
  const model = await reportModel({ ...deps, siteAddress }, request, {});
  await installation.close();
  return model;
}

const rendering = (
  model: ReportModel,
  records: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
) =>
  renderReport({
    renderer: renderers.CSV,
    model,
    records,
    targetPath: join(folder, 'r.csv'),
    onProgress: () => undefined,
    signal: signal ?? new AbortController().signal,
  });

async function* breaking(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('"202307";"Admissão"');
  throw new Error('The engine is gone.');
}

async function* onFullDisk(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('"202307";"Admissão"');
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}

// The last record is truncated.
async function* tooFew(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('"1"\r\n"2"\r\n"3');
}

async function* never(needed: AbortSignal): AsyncGenerator<Uint8Array> {
  await sleep(60_000, undefined, { signal: needed });
  yield Buffer.from('');
}

test('records that break off, find no disk, are too few or never come leave no file', async () => {
  const model = await modelOfFive();
  await expect(rendering(model, breaking)).rejects.toThrow('The engine is gone.');
  await expect(rendering(model, onFullDisk)).rejects.toThrow('sem espaço livre em disco');
  await expect(rendering(model, tooFew)).rejects.toThrow('counted 5 records, and 2 came');
  const leaving = AbortSignal.timeout(500);
  await expect(rendering(model, never, leaving)).rejects.toThrow('aborted due to timeout');
  expect(await readdir(folder)).toEqual([]);
});
