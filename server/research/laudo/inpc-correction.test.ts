import { expect, test } from 'vitest';
import { newInstallation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { monthLater } from '../../../shared/codes/months.ts';
import { realMean, realPercentile } from '../../../shared/statistics/deflation.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { lastBuiltInInpc } from '../../reference/inpc.ts';
import { correctedRecords, inpcCorrection, numericMonth } from './inpc-correction.ts';

const limits = { timeoutMs: 60_000 };
const lines = (...salaries: readonly string[]) => salaries.map((salary) => ({ salary }));

test('corrects each record of a period from its own month', async () => {
  const installation = await newInstallation();
  try {
    await installation.load(
      await officialFile(
        'CAGEDMOV202306.txt',
        'MOV',
        lines('1000,00', '1600,00', '2000,00').map((line) => ({
          ...line,
          month: '202306',
          declared_month: '202306',
        })),
      ),
      await officialFile(
        'CAGEDMOV202307.txt',
        'MOV',
        lines('1001,00', '1500,00', '2500,00', '9000,00'),
      ),
      // Takes the highest salary away.
      await officialFile('CAGEDEXC202308.txt', 'EXC', lines('9000,00')),
    );
    const release = readableRelease(await currentRelease(installation.store));
    const filters = { periodoInicio: '202306', periodoFim: '202307', cbo: '521110' };
    const query = resolveQuery(SearchFilters.parse(filters), release);
    const correction = inpcCorrection({ from: '202306', to: '202307' }, '202307');
    if (correction === null) throw new Error('June and July of 2023 have indexes.');
    const records = await correctedRecords(installation.warehouse, query, correction, limits);
    // By hand: prices fell by 0.09 % in July, so June's salaries are 999,10, 1.598,56 and 1.998,20 in July's money. In
    // order: 999,10, 1.001,00, 1.500,00, 1.598,56, 1.998,20, 2.500,00.
    expect(records.count).toBe(6);
    expect(realPercentile(records, 0)).toBe(99_910);
    expect(realPercentile(records, 5000)).toBe(154_928);
    expect(realPercentile(records, 10_000)).toBe(250_000);
    // 9.596,86 / 6 = 1.599,4766…
    expect(realMean(records)).toBe(159_948);
  } finally {
    await installation.close();
  }
});

test('reaches from the first month of a period to a month with an index', () => {
  const period = { from: '202306', to: '202307' };
  expect(inpcCorrection(period, '202308')?.months.map(({ month }) => month)).toEqual([
    '202307',
    '202308',
  ]);
  expect(inpcCorrection({ from: '202307', to: '202307' }, '202307')?.months).toEqual([]);
  expect(() => inpcCorrection(period, '202306')).toThrow('Escolha um mês de 07/2023');
  expect(inpcCorrection(period, lastBuiltInInpc)?.to).toBe(lastBuiltInInpc);
  const later = { from: '209901', to: '209901' };
  expect(inpcCorrection(later)).toBeNull();
});

const refusal = (from: string, to: string, chosen: string) => () =>
  inpcCorrection({ from, to }, chosen);

test('a month that the indexes do not reach is refused, and it is said why', () => {
  // Money of the only month of a period needs no index, but the month has none yet.
  expect(refusal('209901', '209901', '209901')).toThrow(
    `O INPC conhecido vai só até ${numericMonth(lastBuiltInInpc)}, e a pesquisa até 01/2099.`,
  );
  expect(refusal('201811', '202307', '202308')).toThrow(
    'O INPC conhecido começa em 01/2019, e a pesquisa em 11/2018.',
  );
  expect(refusal('201811', '201811', '201811')).toThrow('O INPC conhecido começa em 01/2019');
  expect(inpcCorrection({ from: '201812', to: '202307' }, '202307')?.months).toHaveLength(55);
  expect(refusal('201812', '202307', '202306')).toThrow('Escolha um mês de 07/2023');
  expect(refusal('202306', lastBuiltInInpc, '202307')).toThrow(
    `Escolha um mês de ${numericMonth(lastBuiltInInpc)}`,
  );
  // The money of a month that has no index yet.
  expect(refusal('202306', '202307', monthLater(lastBuiltInInpc, 1))).toThrow(
    `Escolha um mês de 07/2023, o último da pesquisa, a ${numericMonth(lastBuiltInInpc)}, o último com INPC conhecido.`,
  );
  expect(inpcCorrection({ from: '202306', to: '202307' })?.to).toBe(lastBuiltInInpc);
});
