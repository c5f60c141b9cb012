import { expect, test } from 'vitest';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { newInstallation } from '../../../../tests/support/installation.ts';
import { officialFile } from '../../../../tests/support/official-file.ts';
import { preparedAnswering } from '../../../../tests/support/prepared-answering.ts';
import { payOfCells } from '../pay-cells.ts';
import { resolveQuery } from '../salary-query.ts';

test('cells hold salaries of any amount', async () => {
  const installation = await newInstallation();
  const lines = ['1500,00', '42949672,96', '9999999999,99'].map((salary) => ({ salary }));
  await installation.loadApproved(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
  const { warehouse, release, limits, backend } = await preparedAnswering(installation);
  const filters = SearchFilters.parse({ cbo: '521110', metodo: 'bruto' });
  const cells = await backend.cells(warehouse, resolveQuery(filters, release), [], limits);
  const pay = payOfCells(cells);
  expect([1, 2, 3].map((rank) => pay.salaryAt(rank))).toEqual([
    150_000, 4_294_967_296, 999_999_999_999,
  ]);
  await installation.close();
});
