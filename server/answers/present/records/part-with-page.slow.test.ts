import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordSort } from '../../../../shared/contracts/records.ts';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { officialFile } from '../../../../tests/support/official-file.ts';
import { preparedQuery } from '../../../../tests/support/prepared-answering.ts';
import { recordsOf } from './records.ts';

let installation: Installation;

/** More lines than are sorted for a page of one record; they are equal in the first keys of every order. */
const lines = Array.from({ length: 4500 }, (_, at) => {
  const month = at % 2 === 0 ? '202306' : '202307';
  return {
    month,
    declared_month: month,
    salary: at % 5 === 0 ? '1700,00' : '1500,00',
    age: at % 7 === 0 ? '' : String(20 + (at % 3)),
    cbo: at % 13 === 0 ? '411010' : '521110',
    ...(at % 11 === 0 && { uf: '33', municipality: '330455' }),
  };
});

beforeAll(async () => {
  installation = await newInstallation();
  for (const month of ['202306', '202307'])
    await installation.load(
      await officialFile(
        `CAGEDMOV${month}.txt`,
        'MOV',
        lines.filter(({ month: own }) => own === month),
      ),
    );
  const excluded = { ...lines[1], exclusion_indicator: '0' };
  await installation.load(await officialFile('CAGEDEXC202308.txt', 'EXC', [excluded, excluded]));
});
afterAll(() => installation.close());

const sorts: readonly RecordSort[] = ['competencia', 'idade', 'municipio'];
test.each(sorts)('pages of one record are those of the whole order by %s', async (sort) => {
  const { warehouse } = installation;
  const { query } = await preparedQuery(installation, { metodo: 'bruto' });
  for (const direction of ['asc', 'desc'] as const) {
    const page = (offset: number, limit: number) =>
      recordsOf(warehouse, query, { offset, limit, order: { sort, direction } }, {});
    const whole = await page(0, 10_000);
    expect(whole).toHaveLength(4498);
    const changes = whole.flatMap((record, at) =>
      JSON.stringify(record) === JSON.stringify(whole[at + 1]) ? [] : [at, at + 1],
    );
    expect(changes.length).toBeGreaterThan(40);
    for (const offset of [0, ...changes.filter((_, at) => at % 9 === 0)])
      expect(await page(offset, 1), `at ${offset}`).toEqual(whole.slice(offset, offset + 1));
    expect(await page(1499, 3)).toEqual(whole.slice(1499, 1502));
  }
});
