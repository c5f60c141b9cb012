import { afterEach, beforeEach, expect, test } from 'vitest';
import { compareAnswers } from '../support/agreement.ts';
import { newInstallation, type Installation } from '../support/installation.ts';
import { officialFiles, officialTexts } from '../support/official-files.ts';
import { Recomputation } from '../support/recompute.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(async () => installation.close());

const where =
  officialFiles.length > 0 ? 'over the official files' : 'over the official files (none at hand)';

test(`agrees to the centavo with the recomputation ${where}`, async () => {
  if (officialFiles.length === 0) return;
  await installation.load(...officialFiles);
  const recomputation = await Recomputation.over(await officialTexts());
  const run = await compareAnswers(installation, recomputation, { queries: 15, seed: 'b' });
  expect(run.disagreements).toEqual([]);
  expect(run.answered).toBeGreaterThan(4);
  expect(run.groups).toBeGreaterThan(500);
});

// Counted independently of the product over CAGEDFOR202307 and CAGEDEXC202307 alone.
const known = [
  [{}, 26_866, 2007.31, 1560, 1350, 2000],
  [{ metodo: 'bruto' }, 28_559, 2187.74, 1546.6, 1328.3, 2000],
  [{ cbo: '521110' }, 1553, 1730.3, 1443.68, 1320, 1723],
  [{ cbo: '521110', metodo: 'integral' }, 1482, 1637.91, 1450, 1320, 1736.35],
  [{ cbo: '411010', uf: 'SP' }, 183, 1956.35, 1801, 1500, 2200],
  [{ regiao: 3, genero: 'F' }, 5396, 2032.81, 1550, 1387.92, 1857.52],
  [{ faixaEtaria: '55+' }, 1205, 2260.4, 1740, 1399.2, 2388.4],
] as const;

test(`gives the known figures ${where}`, async () => {
  const july = officialFiles.filter((path) => path.endsWith('.7z'));
  if (july.length === 0) return;
  const upload = await installation.load(...july);
  expect(upload.files.map(({ lines, accepted, rejected }) => [lines, accepted, rejected])).toEqual([
    [64_957, 64_957, 0],
    [7652, 7652, 0],
  ]);
  for (const [filters, ...figures] of known) {
    const { statistics } = await installation.search(filters);
    const { count, average, median, p25, p75 } = statistics;
    expect([count, average, median, p25, p75], JSON.stringify(filters)).toEqual(figures);
  }
  const release = await installation.store.db.selectFrom('releases').selectAll().executeTakeFirst();
  expect(release?.unmatched_exclusions).toBe(7652);
});
