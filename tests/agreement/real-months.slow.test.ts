import { afterAll, beforeAll, expect, test } from 'vitest';
import { concentrationsOf } from '../../server/answers/present/deferred/concentrations.ts';
import { newInstallation, type Installation } from '../support/installation.ts';
import { officialFiles } from '../support/official-files.ts';
import { seededRandom } from '../support/random.ts';
import { readRealFile, stateMonth, withoutCommas, writeRealFile } from '../support/real-months.ts';

// bench/real-files.ts does the same with more shares of lines, and with sixty months.

const path = officialFiles.find((file) => file.includes('CAGEDFOR202307'));
const where = path === undefined ? ' (the file is not at hand)' : '';

let installation: Installation;
beforeAll(async () => {
  installation = await newInstallation();
});
afterAll(() => installation.close());

test(`a real file without the commas of 0.5 % of the salaries waits, first and republished${where}`, async () => {
  if (path === undefined) return;
  const real = await readRealFile(path);
  const random = seededRandom('commas');
  const columns = ['salário', 'valorsaláriofixo'];
  const damaged = withoutCommas(real, { columns, share: 0.005, random });
  const name = 'CAGEDFOR202307.txt';
  const first = await installation.load(await writeRealFile(name, damaged));
  expect(first.status).toBe('AWAITING_APPROVAL');
  const genuine = await installation.load(await writeRealFile(name, real));
  expect(genuine.status).toBe('COMPLETED');
  const again = await installation.load(await writeRealFile(name, damaged));
  expect(again.status).toBe('AWAITING_APPROVAL');
});

test(`genuine months of one state are published in whatever order they come${where}`, async () => {
  if (path === undefined) return;
  const real = await readRealFile(path);
  // More than a year after the national month that the other test publishes.
  for (const month of ['202503', '202412', '202501', '202506', '202502']) {
    const own = stateMonth(real, { uf: '31', month, random: seededRandom(`31 ${month}`) });
    const upload = await installation.load(await writeRealFile(`CAGEDFOR${month}.txt`, own));
    expect(upload).toMatchObject({ status: 'COMPLETED' });
  }
});

test(`both minimum wages of 2023 are found where the salaries of the real file pile up${where}`, async () => {
  if (path === undefined) return;
  const { columns, lines } = await readRealFile(path);
  const [month, balance, salary] = ['competênciamov', 'saldomovimentação', 'salário'].map((name) =>
    columns.indexOf(name),
  );
  const found = async (requested: string) => {
    const counts = new Map<number, number>();
    for (const line of lines) {
      if (line[month ?? -1] !== requested || line[balance ?? -1] !== '1') continue;
      const centavos = Math.round(Number((line[salary ?? -1] ?? '').replace(',', '.')) * 100);
      if (centavos > 0) counts.set(centavos, (counts.get(centavos) ?? 0) + 1);
    }
    const sorted = [...counts].toSorted(([one], [other]) => one - other);
    const distribution = {
      centavos: sorted.map(([value]) => value),
      counts: sorted.map(([, count]) => count),
    };
    const rule = { designEffect: 1, minRecords: 5, named: new Set<number>() };
    return (await concentrationsOf(distribution, rule)).map(({ centavos }) => centavos);
  };
  // R$ 1.302,00 until April, R$ 1.320,00 from May.
  expect(await found('202303')).toContain(130_200);
  expect(await found('202306')).toContain(132_000);
});
