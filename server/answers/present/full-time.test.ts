import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { preparedAnswering } from '../../../tests/support/prepared-answering.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { SearchRequest } from '../../../shared/contracts/search.ts';
import { answerSearch, engineBackend } from './answer.ts';

const times = (count: number, fields: LineFields): LineFields[] =>
  Array.from({ length: count }, () => fields);

let installation: Installation;
beforeAll(async () => {
  installation = await newInstallation();
  await installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      // 521110: 90 of full time; 36 hours, hours unknown and an apprentice are not: 11 of 101.
      ...times(90, {}),
      ...times(5, { hours: '36,00' }),
      ...times(3, { hours: '' }),
      ...times(3, { apprentice: '1' }),
      // 411010: 10 of 100.
      ...times(90, { cbo: '411010' }),
      ...times(10, { cbo: '411010', hours: '20,00' }),
      // 225125: 4, three of them of 20 hours.
      { cbo: '225125' },
      ...times(3, { cbo: '225125', hours: '20,00' }),
    ]),
  );
});
afterAll(() => installation.close());

test('an answer has its records of full time where more than a tenth are not, from files and from the engine', async () => {
  const prepared = await preparedAnswering(installation);
  for (const answering of [prepared, { ...prepared, backend: engineBackend }]) {
    const search = (filters: object) => answerSearch(SearchRequest.parse({ filters }), answering);
    expect(await search({ cbo: '521110' })).toMatchObject({ totalCount: 101, fullTime: 90 });
    expect((await search({ cbo: '411010' })).fullTime).toBeUndefined();
    // Queries about full time, about some hours or about a contract mix no hours, and few records give only their
    // count.
    for (const other of [{ metodo: 'integral' }, { horas: '30-39' }, { contrato: 'aprendiz' }]) {
      expect((await search({ cbo: '521110', ...other })).fullTime).toBeUndefined();
    }
    expect(await search({ cbo: '225125' })).toMatchObject({ totalCount: 4 });
    expect((await search({ cbo: '225125' })).fullTime).toBeUndefined();
  }
  expect((await installation.search({ cbo: '521110', metodo: 'integral' })).totalCount).toBe(90);
});
