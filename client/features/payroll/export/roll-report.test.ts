import { expect, test } from 'vitest';
import { doubtfulText } from '../market/payroll-words.ts';
import { readingNotes } from './roll-report.ts';

test('documents state how the file was read, as the screen does', () => {
  const roll = { fileName: 'folha.xlsx', people: [], matches: {}, refused: [], doubts: [] };
  const notes = ['Foi lida a planilha “Folha”.'];
  expect(readingNotes({ ...roll, notes, unused: ['CPF', 'Ramal'] })).toEqual([
    'Foi lida a planilha “Folha”.',
    'Colunas não usadas: “CPF” e “Ramal”.',
  ]);
  expect(readingNotes({ ...roll, notes: [] })).toEqual([]);
});

test('people without a confirmed occupation are counted in a sentence', () => {
  expect(doubtfulText([{ confidence: 'codigo' }])).toBeNull();
  expect(
    doubtfulText([{ confidence: 'duvidosa' }, { confidence: 'igual' }, { confidence: 'nenhuma' }]),
  ).toBe(
    '2\u00a0pessoas fora da comparação, com ocupação duvidosa, de aprendiz ou de estagiário: confirme em “Cargos”.',
  );
});
