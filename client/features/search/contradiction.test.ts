import { expect, test } from 'vitest';
import { contradictionOf } from './contradiction.ts';

test.each([
  [{ contrato: 'intermitente', metodo: 'mte' }, 'bruto'],
  [{ contrato: 'intermitente', metodo: 'integral' }, 'bruto'],
  [{ contrato: 'intermitente', metodo: 'bruto' }, undefined],
  [{ contrato: 'aprendiz', metodo: 'integral' }, 'mte'],
  [{ contrato: 'aprendiz', metodo: 'mte' }, undefined],
  [{ horas: '30-39', metodo: 'integral' }, 'mte'],
  [{ horas: '40-44', metodo: 'integral' }, undefined],
  [{ horas: 'ate-20', metodo: 'mte' }, undefined],
  [{ metodo: 'integral' }, undefined],
])('%j is undone by the rule %s', (asked, metodo) => {
  expect(contradictionOf(asked)?.change.metodo).toBe(metodo);
});
