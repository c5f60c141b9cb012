import { describe, expect, test } from 'vitest';
import { testStores } from '../../../tests/support/stores.ts';
import { timesKnownWork } from '../../../tests/support/processor-time.ts';
import { levelOf, strengthLevels } from '../../../shared/contracts/passwords.ts';
import { checkStrength, hashChosenPassword, wordsOfPerson } from './password-check.ts';
import { passwordStrength } from './password-strength.ts';

const ana = wordsOfPerson({ firstName: 'Ana', lastName: 'Lima', email: 'ana.lima@exemplo.com.br' });

test.each([
  [0, 'Muito Fraca'],
  [29, 'Muito Fraca'],
  [30, 'Fraca'],
  [49, 'Fraca'],
  [50, 'Média'],
  [69, 'Média'],
  [70, 'Forte'],
  [89, 'Forte'],
  [90, 'Muito Forte'],
  [100, 'Muito Forte'],
])('a strength of %i is %s', (strength, level) => {
  expect(levelOf(strength)).toBe(level);
});

test.each([
  ['P@ssw0rd', 'Muito Fraca'],
  ['Senha123!', 'Muito Fraca'],
  ['Usuario@123', 'Muito Fraca'],
  ['Usuário@123', 'Muito Fraca'],
  ['Ana.Lima1!', 'Muito Fraca'],
  ['Exemplo@2026', 'Muito Fraca'],
  ['CagedAnalytics1!', 'Muito Fraca'],
  ['C4ged@n4lytic$1', 'Muito Fraca'],
  ['Salários-2026', 'Muito Fraca'],
  ['Cachorro#8271', 'Forte'],
  ['Xk9#mQ2v', 'Forte'],
  ['correct Horse Battery 7 staple!', 'Muito Forte'],
])('%s is %s, though it meets the rules', (password, level) => {
  const found = passwordStrength(password, ana);
  expect(found.level).toBe(level);
  expect(found.isValid).toBe(level !== 'Muito Fraca');
  expect(found.errors).toHaveLength(level === 'Muito Fraca' ? 1 : 0);
});

test.each(['jabuticaba caramujo penumbra', 'Jabuticaba-caramujo-penumbra'])(
  '%s is not strong while a rule refuses it',
  (password) => {
    const found = passwordStrength(password, ana);
    expect(found.errors.length).toBeGreaterThan(0);
    expect([found.level, found.strength]).toEqual(['Média', 69]);
  },
);

test('name and e-mail of the user make a password weaker', () => {
  const password = 'Guilhermina-4127';
  const own = wordsOfPerson({ firstName: 'Guilhermina', lastName: 'X', email: 'g@x.com.br' });
  expect(passwordStrength(password, own).strength).toBeLessThan(
    passwordStrength(password, ana).strength,
  );
});

test('the name of a company is among the words that make a password weaker', () => {
  const person = { firstName: 'Rui', lastName: 'Sá', email: 'rui@x.com.br' };
  const password = 'PadariaBoaMassa#7';
  expect(passwordStrength(password, wordsOfPerson(person)).isValid).toBe(true);
  const found = passwordStrength(password, [...wordsOfPerson(person), 'Padaria Boa Massa']);
  expect([found.level, found.isValid]).toEqual(['Muito Fraca', false]);
  expect(found.feedback[0]).toContain('palavras deste sistema');
});

test('a word of the product does not weaken a good secret', () => {
  expect(passwordStrength('caged Trem Onze 19h azul!').level).toBe('Muito Forte');
});

test('hints are Portuguese sentences, and none contradicts the rules', () => {
  for (const password of [
    '',
    'a',
    'senha',
    'Senha123!',
    'aaaaaaaa',
    'xyxyxyxy',
    '12345678',
    'Ana.Lima1!',
  ]) {
    const { feedback } = passwordStrength(password, ana);
    expect(feedback.length).toBeGreaterThan(0);
    for (const hint of feedback) expect(hint).toMatch(/^\p{Lu}.*\.$/u);
    expect(feedback.join(' ')).not.toContain('sem usar símbolos');
    // An example between commas.
    expect(feedback.join(' ')).not.toMatch(/, como [^,]* são/);
  }
  expect(passwordStrength('correct Horse Battery 7 staple!').feedback).toEqual([]);
});

test('every broken rule is reported', () => {
  expect(passwordStrength('abc').errors).toEqual([
    'Nova senha deve ter no mínimo 8 caracteres',
    'Nova senha deve conter pelo menos uma letra maiúscula',
    'Nova senha deve conter pelo menos um número',
    'Nova senha deve conter pelo menos um caractere especial',
  ]);
  expect(passwordStrength(`Aa1!${'x'.repeat(200)}`).errors).toEqual([
    'Nova senha deve ter no máximo 200 caracteres',
  ]);
});

const person = { firstName: 'Rui', lastName: 'Sá', email: 'rui@x.com.br' };

test('the first guesses are refused, and the worker thread returns the same estimate', async () => {
  for (const password of ['P@ssw0rd', 'Senha@123', 'Ana.Lima1!', 'abc', 'Xk9#mQ2v']) {
    expect(await checkStrength(password, ana)).toEqual(passwordStrength(password, ana));
  }
  const { db } = await testStores()[0].open();
  await expect(hashChosenPassword(db, person, 'Senha@123', 'Nova senha')).rejects.toMatchObject({
    code: 'weak_password',
    field: 'newPassword',
    message: 'Nova senha é fácil demais de adivinhar: escolha uma menos comum',
  });
});

describe('a long password', () => {
  test.each([
    ['one letter', 'a'.repeat(10_000)],
    ['look-alikes', '4@8({[</369&#!1/|0$5+7%2'.repeat(100)],
    ['look-alikes of one word', 'p4$$w0rd!'.repeat(100)],
    ['years', '19901990'.repeat(100)],
    ['signs', '$5$5'.repeat(100)],
  ])('of %s does not hold the process up', async (_, password) => {
    expect(await timesKnownWork(() => passwordStrength(password, ana))).toBeLessThan(2);
  });
});

test('the levels are reported weakest first', () => {
  expect(strengthLevels.map(({ level }) => level)).toEqual([
    'Muito Fraca',
    'Fraca',
    'Média',
    'Forte',
    'Muito Forte',
  ]);
});
