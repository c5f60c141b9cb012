import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ColumnForm } from './column-form.tsx';

test('long titles and cells are cut, so that the first rows can be compared', () => {
  const long = 'Observações do departamento pessoal sobre o contrato';
  const table = { header: ['Posto', long, long], headerRow: 1, rows: [['Caixa', long]], notes: [] };
  const html = renderToStaticMarkup(
    <ColumnForm
      table={table}
      columns={{}}
      reading={null}
      onColumns={() => undefined}
      onBack={undefined}
      onFile={() => undefined}
      onCancel={() => undefined}
    />,
  );
  expect(html).not.toContain(long);
  expect(html).toContain('>Observações do departamento pessoal sobr…</td>');
  // The titles that are equal when cut stay apart.
  expect(html).toContain('>Observações do departamento pessoal sobr… (coluna 3)</option>');
});
