import { expect, test } from 'vitest';
import { sampleReport, type SampleSelection } from '../../../../tests/support/sample-report.ts';
import { salariesOf, sheet, workbookOf } from '../../../../tests/support/sample-workbook.ts';
import type { SearchAnswer } from '../../../../shared/contracts/search.ts';
import type { ReportModel } from '../model.ts';

const [first, second] = [
  { salaries: salariesOf(100), subject: 'Vendedor', parts: ['SP'] },
  { salaries: salariesOf(50), subject: 'Caixa', parts: ['RJ'] },
];

/** The rows of a sheet, of a report whose first selection was answered with this method. */
async function rowsOf(
  name: string,
  changes: Partial<ReportModel> = {},
  method: Partial<SearchAnswer['method']> = {},
  selections: readonly SampleSelection[] = [first],
) {
  const model = sampleReport(selections).selections.map((selection, index) =>
    index === 0
      ? {
          ...selection,
          answer: { ...selection.answer, method: { ...selection.answer.method, ...method } },
        }
      : selection,
  );
  const { workbook } = await workbookOf(selections, { selections: model, ...changes });
  return sheet(workbook, name).rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cell.replaceAll('\u00a0', ' ') : cell)),
  );
}

test('the method has the minimum wage, the release and its files', async () => {
  const rows = await rowsOf('Metodologia');
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Regra e etapas'],
      ['Pesquisa', 'Vendedor · SP'],
      ['Salário mínimo', 'R$ 1.621,00 em jun/2026'],
      ['Dados', 'versão 7, de 01/08/2026'],
      ['Arquivos da versão 7 dos dados, de 01/08/2026'],
      // Excel counts the days from 1900: 1 June 2026 is 46,174.
      [
        'CAGEDMOV202606.7z',
        'a'.repeat(64),
        4_000_001,
        4_000_000,
        46_174,
        'Movimentações no prazo',
        'b'.repeat(64),
      ],
      ['CAGED Analytics', 'versão 0.1.0'],
    ]),
  );
});

test('the method of demonstration data, or without data, is named so', async () => {
  const release = { number: 7, publishedAt: '2026-08-01T03:00:00.000Z', isSynthetic: true };
  expect(await rowsOf('Metodologia', {}, { release, minimumWage: null })).toEqual(
    expect.arrayContaining([
      ['Salário mínimo', 'não conhecido'],
      ['Dados', 'versão 7, de 01/08/2026 (dados sintéticos de demonstração)'],
    ]),
  );
  const without = await rowsOf('Metodologia', { release: null }, { release: null });
  expect(without).toContainEqual(['Dados', 'nenhuma']);
  expect(without.flat().join()).not.toContain('Arquivos da versão');
});

test('the method and the summary of a comparison name each selection', async () => {
  const titles = ['A · Vendedor · SP', 'B · Caixa · RJ'];
  for (const name of ['Metodologia', 'Resumo']) {
    const rows = await rowsOf(name, {}, {}, [first, second]);
    const found = rows.flatMap(([cell]) => (titles.includes(String(cell)) ? [cell] : []));
    expect(found).toEqual(titles);
  }
});

const made = async (changes: Partial<ReportModel>) =>
  (await rowsOf('Resumo', changes)).flatMap(([cell]) =>
    String(cell).startsWith('Feito em') ? [cell] : [],
  );
test('the summary ends with who made it, and when', async () => {
  expect(await made({})).toEqual([
    'Feito em 03/08/2026, 09:00, horário de Brasília, por Ana Souza (Padaria Estrela & Filhos). CAGED Analytics 0.1.0.',
  ]);
  expect(await made({ createdBy: null, companyName: null })).toEqual([
    'Feito em 03/08/2026, 09:00, horário de Brasília. CAGED Analytics 0.1.0.',
  ]);
});
