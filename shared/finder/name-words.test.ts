import { expect, test } from 'vitest';
import {
  nameHead,
  nameWords,
  wordStem,
  differentLetters,
  letterBits,
  typingErrors,
} from './name-words.ts';

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
  ['Motorista carteira E', ['motorista', 'cnhreboque']],
  ['motorista cat. AD', ['motorista', 'cnhpassageiros']],
  ['motorista CNH A e B', ['motorista', 'cnhautomovel']],
  ['analista de carteira e cobrança', ['analista', 'carteira', 'cobranca']],
  ['assistente carteira a receber', ['assistente', 'carteira', 'receber']],
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

test.each([
  ['auxiliar', 'auxiliar', 0],
  ['auxliar', 'auxiliar', 1],
  ['auxilliar', 'auxiliar', 1],
  ['auxiluar', 'auxiliar', 1],
  ['auxilair', 'auxiliar', 1],
  ['uaxiliar', 'auxiliar', 1],
  ['auxlir', 'auxiliar', 2],
  ['uaxilair', 'auxiliar', 2],
  ['ausiliar', 'auxiliares', 3],
  ['caixa', 'faixas', 2],
  ['', 'ab', 2],
])('%s and %s are %i errors apart', (a, b, errors) => {
  expect(typingErrors(a, b, 4)).toBe(errors);
  expect(typingErrors(b, a, 4)).toBe(errors);
});

test('more errors than the maximum are reported as one more than it', () => {
  expect(typingErrors('vendedor', 'enfermeiro', 2)).toBe(3);
  expect(typingErrors('vendedor', 'enfermeiro', 1)).toBe(2);
});

test('counts the letters that only one of two words has', () => {
  expect(differentLetters(letterBits('caixa'), letterBits('xaica'))).toBe(0);
  expect(differentLetters(letterBits('caixa'), letterBits('faixas'))).toBe(3);
});
