import { expect, test } from 'vitest';
import { keysOf } from '../../../shared/codes/keys.ts';
import { publishedColumns } from '../../../shared/codes/record-columns.ts';
import { occupationColumn, recordColumns } from './record-columns.ts';

test('every published column is a column of the table, or part of another one', () => {
  const keys = [occupationColumn, ...recordColumns].map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const missing = keysOf(publishedColumns).filter((name) => {
    const key = name
      .replace(/_nome$/, '')
      .replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return !keys.includes(key);
  });
  expect(missing).toEqual(['fora_do_prazo', 'unidade_salario', 'unidade_salario_nome', 'sexo']);
});
