import { expect, test } from 'vitest';
import { nameHead, nameWords, wordStem } from './name-words.ts';

const texts = (name: string) => nameWords(name).map(({ text }) => text);

test('keeps the words that say something, without accents and case', () => {
  expect(texts('Vendedor de Comércio  Varejista')).toEqual(['vendedor', 'comercio', 'varejista']);
  expect(texts('Secretária(o) executiva(o)')).toEqual(['secretaria', 'executiva']);
  expect(texts('de da e o')).toEqual([]);
});

test('leaves out what a title excludes', () => {
  expect(texts('Supervisor de caixas e bilheteiros (exceto caixa de banco)')).toEqual([
    'supervisor',
    'caixas',
    'bilheteiros',
  ]);
  expect(texts('Tecelão (tear mecânico, exceto jacquard) pleno')).toEqual([
    'tecelao',
    'tear',
    'mecanico',
  ]);
});

test.each([
  ['vendedora', 'vendedor'],
  ['vendedores', 'vendedor'],
  ['enfermeiras', 'enfermeiro'],
  ['operacoes', 'operacao'],
  ['jovens', 'jovem'],
  ['industriais', 'industrial'],
  ['texteis', 'textil'],
  ['civis', 'civil'],
  ['juizas', 'juiz'],
  ['maos', 'mao'],
])('%s and %s have one stem', (a, b) => {
  expect(wordStem(a)).toBe(wordStem(b));
});

test.each([
  ['enfermeiro', 'enfermagem'],
  ['mecanico', 'mecanismo'],
  ['caixa', 'caixeiro'],
])('%s and %s have two', (a, b) => {
  expect(wordStem(a)).not.toBe(wordStem(b));
});

test.each([
  ['aux. adm.', ['auxiliar', 'administrativo']],
  ['Analista de RH', ['analista', 'recursos', 'humanos']],
  ['téc. enfermagem', ['tecnico', 'enfermagem']],
  ['Front-end', ['frontend']],
  ['front end', ['frontend']],
  ['operadora de call center', ['operadora', 'telemarketing']],
  ['vendedor júnior CLT home office', ['vendedor']],
  ['Analista de sistemas III', ['analista', 'sistemas']],
  ['trainee', ['trainee']],
])('%s is %j', (name, words) => {
  expect(texts(name)).toEqual(words);
});

test('a word keeps how it was typed', () => {
  expect(nameWords('aux. de RH')).toEqual([
    { text: 'auxiliar', typed: 'aux' },
    { text: 'recursos', typed: 'rh' },
    { text: 'humanos', typed: 'rh' },
  ]);
});

test('a name stands before what narrows it', () => {
  expect(nameHead('Vendedor - no comércio de mercadorias')).toBe('Vendedor');
  expect(nameHead('Recepcionista, em geral')).toBe('Recepcionista');
  expect(nameHead('Médico (clínica geral)')).toBe('Médico');
  expect(nameHead('Auto-elétrico')).toBe('Auto-elétrico');
});
