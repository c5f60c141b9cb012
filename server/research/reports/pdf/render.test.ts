import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { officialFile } from '../../../../tests/support/official-file.ts';
import { readPdf } from '../../../../tests/support/read-pdf.ts';
import { printedFigures } from '../../../../tests/support/report-figures.ts';
import { currentRelease } from '../../../platform/store/current-release.ts';
import { renderReport } from '../render.ts';
import { renderers } from '../renderer.ts';
import { reportModel } from '../report-model.ts';

let installation: Installation;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caged-pdf-'));
  installation = await newInstallation();
  // Forty salaries from 2000 to 2390: the median is midway between 2190 and 2200, Q1 three quarters of the way from
  // 2090 to 2100.
  const lines = Array.from({ length: 40 }, (_, index) => ({ salary: `${2000 + index * 10},00` }));
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
});

afterAll(async () => {
  await installation.close();
  await rm(folder, { recursive: true });
});

test('an answer of the engine becomes a document in a process of its own', async () => {
  const { store, warehouse, backend } = installation;
  const model = await reportModel(
    {
      store,
      warehouse,
      backend,
      clock: () => new Date('2026-08-01T12:00:00Z'),
      version: 'teste',
      siteAddress: () => 'https://salarios.exemplo.com.br',
    },
    {
      name: 'Vendedores',
      type: 'PDF',
      createdBy: null,
      companyName: null,
      logo: null,
      createdAt: '2026-08-01T12:00:00Z',
      hasAnnex: true,
      receipts: { companyId: null, userId: null },
      ownSalary: null,
      selections: [SearchFilters.parse({ cbo: '521110', uf: 'SP' })],
      release: await currentRelease(store),
    },
    {},
  );
  const renderer = renderers.PDF;
  const targetPath = join(folder, 'relatorio.pdf');
  const results: number[] = [];
  await renderReport({
    renderer,
    model,
    records: () => Readable.from([]),
    targetPath,
    onProgress: (fraction) => results.push(fraction),
    signal: new AbortController().signal,
  });
  const pdf = await readPdf(await readFile(targetPath));
  expect(await readdir(folder)).toEqual(['relatorio.pdf']);
  expect(results).toEqual(results.toSorted((one, other) => one - other));
  expect(pdf).toMatchObject({ isTagged: true, title: 'Vendedores', language: 'pt-BR' });
  expect(pdf.pages[0]).toContain('R$ 2.195,00');
  expect(pdf.pages[0]).toContain('40 registros');
  expect(pdf.text).toContain('1º quartil (Q1) um em cada quatro ganha até R$ 2.097,50');
  const missing = model.selections
    .flatMap(printedFigures)
    .filter((figure) => !pdf.text.includes(figure));
  expect(missing).toEqual([]);
  expect(pdf.text).toContain('MOV de jul/2023');
  expect(pdf.links).toEqual([model.selections[0]?.receiptAddress]);
});
