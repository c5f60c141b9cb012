import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StackingTable } from './stacking-table.tsx';

test('a row without a value has a dash in the table, and no line for it in its card', () => {
  const markup = renderToStaticMarkup(
    <StackingTable
      caption="Pessoas"
      columns={[
        { header: 'Nome', isRowHeader: true, cell: ({ name }) => name },
        { header: 'Empresa', cell: ({ company }) => company },
      ]}
      rows={[
        { name: 'Ana', company: 'Padaria' },
        { name: 'Bruno', company: null },
      ]}
      rowKey={({ name }) => name}
    />,
  );
  const cells = [
    ...markup.matchAll(/<td data-label="Empresa" class="([^"]*)"><div[^>]*>([^<]*)</g),
  ];
  expect(cells.map(([, , text]) => text)).toEqual(['Padaria', '—']);
  expect(cells.map(([, names]) => names?.split(' ').includes('stacked:hidden'))).toEqual([
    false,
    true,
  ]);
});
