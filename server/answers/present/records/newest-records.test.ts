import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { officialFile } from '../../../../tests/support/official-file.ts';
import { preparedQuery } from '../../../../tests/support/prepared-answering.ts';
import { writeSyntheticFiles } from '../../../../tests/support/synthetic-files.ts';
import { noIndex } from '../../index/sorted-index.ts';
import { newestRecords } from './newest-records.ts';
import { recordsOf } from './records.ts';

let installation: Installation;

const twin = {
  month: '202607',
  declared_month: '202607',
  salary: '1500,00',
  cbo: '521110',
  municipality: '110020',
  uf: '11',
  region: '1',
};

beforeAll(async () => {
  installation = await newInstallation();
  const files = await writeSyntheticFiles({
    directory: join(installation.folder, 'texts'),
    months: ['202605', '202606'],
    linesPerMonth: 1500,
    seed: 'newest',
  });
  await installation.load(...files.map(({ path }) => path));
});
afterAll(() => installation.close());

async function everyWay(filters: object, limit: number) {
  const { warehouse } = installation;
  const { query, near } = await preparedQuery(installation, filters);
  return {
    newest: await newestRecords(warehouse, query, limit, {}, { ...near, index: noIndex }),
    found: await newestRecords(warehouse, query, limit, {}, near),
    whole: await recordsOf(warehouse, query, { offset: 0, limit }, {}),
  };
}

const requested = [
  {},
  { cbo: '521110' },
  { cbo: '225125' },
  { uf: 'SP' },
  { searchQuery: 'vendedor', movimentacao: 'todas' },
  { periodoFim: '202605' },
  { periodoInicio: '202609', periodoFim: '202612' },
  { serie: 'declarada' },
  { cbos: ['521110', '411005'], genero: 'F', uf: 'SP' },
  { familiaCbo: '4110', salarioMin: 2000 },
  { raca: 5, deficiencia: 'sim', movimentacao: 'todas', metodo: 'bruto' },
  { salarioMin: 40_000, metodo: 'bruto' },
  { cbo: '521110', salarioMin: 4_000_000 },
];

test.each(requested)('%j has the records that the whole order begins with', async (filters) => {
  for (const limit of [1, 20, 700]) {
    const { newest, found, whole } = await everyWay(filters, limit);
    expect(newest).toEqual(whole);
    expect(found).toEqual(whole);
  }
});

test('takes out what exclusions cancel, also where many are equal', async () => {
  const twins = Array.from({ length: 400 }, () => twin);
  const cancelled = Array.from({ length: 390 }, () => ({
    ...twin,
    exclusion_month: '202608',
    exclusion_indicator: '0',
  }));
  await installation.loadApproved(
    await officialFile('CAGEDMOV202607.txt', 'MOV', [{ ...twin, salary: '1400,00' }, ...twins]),
    await officialFile('CAGEDEXC202608.txt', 'EXC', cancelled),
  );
  for (const limit of [1, 5, 11, 12, 50]) {
    const { newest, found, whole } = await everyWay({ cbo: '521110' }, limit);
    expect(newest).toEqual(whole);
    expect(found).toEqual(whole);
    expect(newest[0]?.salario).toBe('1400.00');
  }
});
