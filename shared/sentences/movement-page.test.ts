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
