import { describe, expect, test } from 'vitest';
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
    ['As medianas de quem entra e de quem sai são iguais: R$ 1.518,00.'],
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

/** Figures that differ in every place: `start` and the numbers after it. */
const figuresFrom = (start: number) => ({
  movimentacoes: start,
  registros: start + 1,
  omitido: null,
  mediana: start + 2,
  mediana_de: start + 3,
  mediana_ate: start + 4,
});
const ratioFrom = (start: number) => ({
  valor: start,
  de: start + 0.1,
  ate: start + 0.2,
  pode_ser_acaso: false,
});

describe('with every figure', () => {
  const panel = {
    admissoes: figuresFrom(1000),
    desligamentos: { ...figuresFrom(2000), razao: { ...ratioFrom(0.5), pode_ser_acaso: true } },
    tipos: [
      { tipo: 'a_pedido' as const, nome: 'A pedido', ...figuresFrom(3000), razao: ratioFrom(3) },
    ],
    parte_a_pedido: 0.25,
    mesma_composicao: null,
    meses: [
      {
        mes: '202307',
        admissoes: figuresFrom(4000),
        desligamentos: { ...figuresFrom(5000), razao: ratioFrom(5) },
        tipos: { admissao: 1, sem_justa_causa: 2, a_pedido: 3, termino: 4, acordo: 5, outros: 6 },
        parte_a_pedido: 0.75,
      },
    ],
    falta: null,
  };
  const page = movementPage(panel);

  test('the sentences state the ratio, both medians and the resignations', () => {
    expect(page.sentences.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'Pelas medianas, quem entra ganha 50,0 % do que ganha quem sai (de 60,0 % a 70,0 %; pode ser acaso): R$ 1.002,00 e R$ 2.002,00.',
      'Pedidos de demissão são 25,0 % dos desligamentos.',
    ]);
    const resigned = (falta: 'incompleto' | 'poucas_saidas' | 'poucas_entradas') =>
      movementPage({ ...panel, falta }).sentences.some((text) => text.startsWith('Pedidos'));
    expect([resigned('incompleto'), resigned('poucas_saidas')]).toEqual([false, false]);
    expect(resigned('poucas_entradas')).toBe(true);
    const without = { ...panel, desligamentos: { ...none, razao: null }, parte_a_pedido: null };
    expect(movementPage(without).sentences).toEqual([]);
  });

  test('each cell of the tables has the figure of its column', () => {
    expect(page.tables.map(({ rows }) => rows)).toEqual([
      [
        ['Admissões', 1000, 1001, 1002, 1003, 1004, null, null, null],
        ['A pedido', 3000, 3001, 3002, 3003, 3004, 3, 3.1, 3.2],
        ['Todos os desligamentos', 2000, 2001, 2002, 2003, 2004, 0.5, 0.6, 0.7],
      ],
      [['202307', 4002, 5002, 5, 5.1, 5.2, 0.75]],
      [['202307', 1, 2, 3, 4, 5, 6]],
    ]);
  });
});
