import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { generatedPassword } from '../../../shared/contracts/generated-password.ts';
import { passwordProblems } from '../../../shared/contracts/passwords.ts';
import { commonWords, isFirstGuess, plainDictionaries } from './common-passwords.ts';
import { passwordStrength } from './password-strength.ts';

/** A hundred passwords that meet the five rules and that an attacker tries first in Brazil. */
const triedFirst = `
Password1! Password@1 Password@123 P@ssw0rd1 P@ssword123 Passw0rd! Pa$$w0rd Pa$$word1 Password#2024 Password2025!
Senha@123 Senha123! Senha@1234 Senha#123 S3nha@123 Senh@123 Senha@2024 Senha@2025 Senha@2026 Senha!123
MinhaSenha@1 MinhaSenha123! NovaSenha@123 NovaSenha1! SenhaNova@1 SenhaForte@1 SenhaSegura1! Senhasenha@1 @Senha123 1Senha@23
Usuario@123 Usuário@123 Usuario1! User@1234 Admin@123 Admin@1234 Admin123! Adm1n@123 Administrador@1 Administrator1!
Root@1234 Suporte@123 Teste@123 Teste123! T3ste@123 Test@1234 Testing1! Mudar@123 Mudar123! Mudar@2025
Trocar@123 Troque@123 Alterar@123 Acesso@123 Acesso@2024 Inicial@123 Padrao@123 Temp@1234 Bemvindo@1 BemVindo123!
Welcome@1 Welcome1! Welcome123! Letmein1! Qwerty123! Qwerty@123 Qwert@12345 Qwe123!@# 1qaz@WSX !QAZ2wsx
1q2w3e4R! Zaq12wsx! Asdf@1234 Asdfgh1! Abc@1234 Abc123!@# Abcd@1234 Abcd1234! A1b2c3d4! Aa@123456
Brasil@123 Brasil@2024 Brasil2026! Flamengo@10 Corinthians1! Palmeiras@1 Deus@1234 Jesus@123 Deusefiel@1 TeAmo@123
Maria@123 Joao@1234 Gabriel@1 Familia@123 Empresa@123 Caged@2026 Salario@123 SaoPaulo@2024 BoaNoite@1 Iloveyou1!
`
  .trim()
  .split(/\s+/);

test('a hundred of the most common passwords are refused, though they meet the rules', () => {
  expect(new Set(triedFirst).size).toBe(100);
  expect(triedFirst.filter((password) => passwordProblems(password).length > 0)).toEqual([]);
  expect(triedFirst.filter((password) => passwordStrength(password).isValid)).toEqual([]);
  const levels = new Set(triedFirst.map((password) => passwordStrength(password).level));
  expect([...levels]).toEqual(['Muito Fraca']);
});

test('the list has a hundred thousand words without endings, and each is refused with any ending', () => {
  expect(commonWords.size).toBeGreaterThan(100_000);
  const listed = plainDictionaries['passwords-common'] ?? [];
  expect(listed.length).toBeGreaterThan(45_000);
  const every = listed.filter((word, index) => index % 50 === 0 && word.length >= 4);
  const endings = ['1!', '@123', '#2026', '!!', '_99'];
  for (const [index, word] of every.entries()) {
    const ended = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}${endings[index % endings.length]}`;
    expect([ended, isFirstGuess(ended, [])]).toEqual([ended, true]);
  }
});

test('passwords made of words about the user are refused', () => {
  for (const own of ['Bourdoukan@123', 'B0urd0ukan#1', '2026!Bourdoukan', 'NovaBourdoukan@1']) {
    expect(isFirstGuess(own, ['bourdoukan'])).toBe(true);
    expect(isFirstGuess(own, [])).toBe(false);
  }
});

const letters = () => `${randomBytes(9).toString('base64url')}aZ4#`;

test('two hundred strong passwords are accepted: random words, random characters, and generated ones', () => {
  const listed = plainDictionaries['commonWords-pt-br'] ?? [];
  const words = listed.filter((word) => /^\p{Letter}{5,}$/u.test(word));
  const word = () => words[randomInt(words.length)] ?? '';
  const phrase = () => `${word()} ${word()} ${randomInt(10)} ${word()}-${word().toUpperCase()}`;
  const good = [phrase, letters, generatedPassword].flatMap((make) =>
    Array.from({ length: 67 }, make),
  );
  expect(good.length).toBeGreaterThanOrEqual(200);
  expect(good.filter((password) => !passwordStrength(password).isValid)).toEqual([]);
});
