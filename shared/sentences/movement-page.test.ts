import { expect, test } from 'vitest';
import { movementPage } from './movement-page.ts';

const none = {
  movimentacoes: 0,
  registros: 0,
  omitido: null,
  mediana: null,
  mediana_de: null,
  mediana_ate: null,
};

const sentencesOf = ([admitted, separated]: readonly [number, number]) =>
  movementPage({
    admissoes: { ...none, mediana: admitted },
    desligamentos: { ...none, mediana: separated, razao: null },
    tipos: [],
    parte_a_pedido: null,
    mesma_composicao: null,
    meses: [],
    falta: null,
  }).sentences.map((text) => text.replaceAll('\u00a0', ' '));

test('medians without a ratio are stated, and no difference is claimed', () => {
  // 70 % are hired at R$ 1.518,00 and 70 % leave at R$ 1.538,00: neither median has an interval.
  const found = (
    [
      [1518, 1538],
      [1518, 1518],
    ] as const
  ).map(sentencesOf);
  expect(found).toEqual([
    ['Pelas medianas, quem entra ganha R$ 1.518,00 e quem sai ganha R$ 1.538,00.'],
    ['Quem entra ganha o mesmo que quem sai, pelas medianas: R$ 1.518,00.'],
  ]);
});

test('the notes say which exclusions the counts subtract', () => {
  const { notes } = movementPage({
    admissoes: none,
    desligamentos: { ...none, razao: null },
    tipos: [],
    parte_a_pedido: null,
    mesma_composicao: null,
    meses: [],
    falta: 'incompleto',
  });
  expect(notes.join(' ')).toContain(
    'Movimentações: todas da seleção. Na série ajustada, são descontadas só as exclusões que têm linha correspondente; o MTE desconta todas.',
  );
});

test('the tables by month state each month as a month', () => {
  const { tables } = movementPage({
    admissoes: none,
    desligamentos: { ...none, razao: null },
    tipos: [],
    parte_a_pedido: null,
    mesma_composicao: null,
    meses: [
      {
        mes: '202307',
        admissoes: none,
        desligamentos: { ...none, razao: null },
        tipos: { admissao: 0, sem_justa_causa: 0, a_pedido: 0, termino: 0, acordo: 0, outros: 0 },
        parte_a_pedido: null,
      },
    ],
    falta: null,
  });
  const first = tables.slice(1).map(({ columns, rows }) => [columns[0], rows[0]?.[0]]);
  const month = [{ header: 'Mês', format: 'month' }, '202307'];
  expect(first).toEqual([month, month]);
});
