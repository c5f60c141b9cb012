import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { newInstallation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { officialFilesOf } from './official-files.ts';

const of = (month: string) => ({ periodoInicio: month, periodoFim: month });

test('lists every file by month and kind, and uses those with a line of the period and the series', async () => {
  const installation = await newInstallation();
  const july = { month: '202307' };
  const late = { late: '1', declared_month: '202308' };
  await installation.loadApproved(
    await officialFile('CAGEDEXC202308.txt', 'EXC', [{ ...july, exclusion_month: '202308' }]),
    await officialFile('CAGEDFOR202308.txt', 'FOR', [{ ...july, ...late }]),
    await officialFile('CAGEDMOV202308.txt', 'MOV', [
      { month: '202308', declared_month: '202308' },
    ]),
    await officialFile('CAGEDMOV202307.txt', 'MOV', [july, july]),
  );
  const release = await currentRelease(installation.store);
  const used = async (filters: object) => {
    const query = resolveQuery(SearchFilters.parse(filters), readableRelease(release));
    const files = await officialFilesOf(installation, query, release, {});
    return files.map(({ tipo, mes, usado }) => `${tipo} ${mes}${usado ? ' used' : ''}`);
  };
  const files = ['MOV 202307', 'MOV 202308', 'FOR 202308', 'EXC 202308'];
  const usedOf = (...places: number[]) =>
    files.map((file, at) => (places.includes(at) ? `${file} used` : file));
  expect(await used({ ...of('202307'), serie: 'ajustada' })).toEqual(usedOf(0, 2, 3));
  expect(await used({ ...of('202307'), serie: 'declarada' })).toEqual(usedOf(0));
  expect(await used({ ...of('202308'), serie: 'ajustada' })).toEqual(usedOf(1));
  const both = { periodoInicio: '202307', periodoFim: '202308' };
  expect(await used({ ...both, serie: 'declarada' })).toEqual(usedOf(0, 1));
  expect(await used({ ...both, serie: 'ajustada' })).toEqual(usedOf(0, 1, 2, 3));
  await installation.close();
});

test('a file has its lines and the accepted ones, and the hashes of what was received and of its text', async () => {
  const installation = await newInstallation();
  const lines = [...Array.from({ length: 299 }, () => ({})), { cbo: 'x' }];
  const path = await officialFile('CAGEDMOV202307.txt', 'MOV', lines);
  await installation.loadApproved(path);
  const received = { received_sha256: 'of the archive' };
  await installation.store.db.updateTable('upload_files').set(received).execute();
  const release = await currentRelease(installation.store);
  const query = resolveQuery(SearchFilters.parse(of('202307')), readableRelease(release));
  expect(await officialFilesOf(installation, query, release, {})).toEqual([
    {
      tipo: 'MOV',
      mes: '202307',
      nome: 'CAGEDMOV202307.txt',
      sha256Recebido: 'of the archive',
      sha256Texto: hash('sha256', await readFile(path)),
      linhas: 300,
      aceitas: 299,
      usado: true,
    },
  ]);
  await installation.close();
});
