import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Comparison, type Figures } from '../../../shared/contracts/comparison.ts';
import { waitingUpload } from '../../../tests/support/sample-upload.ts';
import { ComparisonPanels, comparisonOptions } from './comparison-panels.tsx';

const total: Figures = {
  lines: 64_957,
  admissions: 40_000,
  separations: 24_957,
  balance: 15_043,
  meanWage: 7653,
  medianWage: 1700,
};
const line = { cbo2002ocupação: '521110', município: '355030' };
const file = {
  file: 1,
  name: 'CAGEDFOR202307.txt',
  kind: 'FOR',
  month: '202307',
  total,
  published: total,
  neighbours: [],
  months: [],
  nulls: [],
  newCodes: [],
  largestSalaries: [],
  revision: {
    publishedLines: 64_957,
    gone: 650,
    added: 649,
    isRestored: false,
    changes: [{ columns: ['salário'], lines: 649, isEstimate: false, factor: 100, only: null }],
    examples: [
      {
        published: { ...line, salário: '1700,00' },
        now: { ...line, salário: '170000' },
        columns: ['salário'],
      },
      { published: { ...line, salário: '1500,00' }, now: null, columns: [] },
    ],
  },
};

/** The text of the panels of this file, for which the comparison found no reason to wait. */
function textOf(compared: object): string {
  const client = new QueryClient();
  const comparison = Comparison.parse({
    comparedAt: '2023-08-30T12:00:00.000Z',
    against: 3,
    files: [compared],
    reasons: [],
  });
  client.setQueryData(comparisonOptions(waitingUpload.id).queryKey, comparison);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ComparisonPanels upload={waitingUpload} />
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

test('a republished month shows which columns changed, and published lines beside their new ones', () => {
  const text = textOf(file);
  expect(text).toContain('Dentro dos limites.');
  expect(text).toContain('Linhas que mudam (1.299)');
  expect(text).toContain(
    'Das 64.957 linhas publicadas, 650 não estão neste arquivo; 649 linhas dele são novas.',
  );
  expect(text).toMatch(
    /Só mudou Linhas Sempre (?:Só mudou )?salário (?:Linhas )?649 (?:Sempre )?× 100/,
  );
  expect(text).toContain('salário 1700,00, cbo2002ocupação 521110, município 355030');
  expect(text).toContain('salário 170000, cbo2002ocupação 521110, município 355030');
  expect(text).toContain('linha que falta');
  expect(text).toContain('não está');
});

test('a month of one line counts it as one', () => {
  const revision = { ...file.revision, publishedLines: 1, gone: 1, added: 1 };
  expect(textOf({ ...file, revision })).toContain(
    'Da 1 linha publicada, 1 não está neste arquivo; 1 linha dele é nova.',
  );
});

test('a file that nothing could be compared with is not shown as simply within the limits', () => {
  const sentence = 'Primeiro envio: não há outro mês de MOV para comparar.';
  const text = textOf({ ...file, published: null, revision: null, unverified: [sentence] });
  expect(text).toContain(`Dentro dos limites, mas nem tudo pôde ser conferido: ${sentence}`);
  expect(text).not.toContain('Dentro dos limites.');
});
