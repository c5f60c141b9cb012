import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs } from '@zxcvbn-ts/language-common';
import { translations } from '@zxcvbn-ts/language-pt-br';
import {
  levelOf,
  passwordProblems,
  tooGuessable,
  type PasswordStrength,
  type PasswordSubject,
} from '../../../shared/contracts/passwords.ts';
import { isFirstGuess, plainDictionaries, plainLetters, productWords } from './common-passwords.ts';

/**
 * Limits of the estimate of how hard a password is to guess, by zxcvbn with Portuguese dictionaries and common
 * passwords. Its work grows with the length and with look-alike characters (4 for a), so both are capped: the worst
 * texts measured take 7 ms. The text after the 24th character could only make a password stronger.
 */
const estimatedLength = 24;
const lookAlikes = 3;

/** Length in which expected words are searched: the maximum length of a password. */
const comparedLength = 200;

/** Powers of ten of guesses and the strengths they map to; zxcvbn's own thresholds are the five levels. */
const scale: readonly (readonly [powerOfTen: number, strength: number])[] = [
  [0, 0],
  [3, 30],
  [6, 50],
  [8, 70],
  [10, 90],
  [14, 100],
];

/** Replaces some of the library's Portuguese texts and removes advice that the rules contradict. */
const hints = {
  ...translations,
  warnings: {
    ...translations.warnings,
    userInputs: 'Não use na senha o seu nome, o seu e-mail nem palavras deste sistema.',
    commonNames: 'Nomes e lugares conhecidos são fáceis de adivinhar.',
    simpleRepeat: 'Caracteres repetidos, como “aaa”, são fáceis de adivinhar.',
    extendedRepeat: 'Trechos repetidos, como “abcabcabc”, são fáceis de adivinhar.',
    sequences: 'Sequências comuns, como “abc”, são fáceis de adivinhar.',
  },
  suggestions: {
    ...translations.suggestions,
    capitalization: 'Use maiúsculas em outras letras, além da primeira.',
    allUppercase: 'Use maiúsculas só em algumas letras.',
    dates: 'Evite datas e anos ligados a você.',
    noNeed: '',
  },
};

let estimator: ZxcvbnFactory | undefined;

function loadedEstimator(): ZxcvbnFactory {
  estimator ??= new ZxcvbnFactory({
    dictionary: plainDictionaries,
    graphs: { qwerty: adjacencyGraphs.qwerty, keypad: adjacencyGraphs.keypad },
    translations: hints,
    maxLength: estimatedLength,
    l33tMaxSubstitutions: lookAlikes,
  });
  return estimator;
}

/**
 * The strength of a password for a user, whose own words (name, e-mail address, company) make it weaker. It takes some
 * milliseconds of the thread, and 0.4 s to load the dictionaries on the first call: `password-check.ts` runs it on a
 * separate thread.
 */
export function passwordStrength(
  password: string,
  ownWords: readonly string[] = [],
  subject: PasswordSubject = 'Nova senha',
): PasswordStrength {
  const expected = [...productWords, ...ownWords.flatMap(partsOf)];
  const { guessesLog10, feedback } = loadedEstimator().check(withoutAccents(password), expected);
  const knowingExpected = guessesKnowing(password, expected);
  const isExpected = knowingExpected < guessesLog10;
  const estimated = strengthOf(Math.min(guessesLog10, knowingExpected));
  const isCommon = isFirstGuess(password, expected);
  const broken = passwordProblems(password, subject);
  const strength = Math.min(
    estimated,
    isCommon ? strongestGuessable : 100,
    broken.length > 0 ? strongestRefused : 100,
  );
  const level = levelOf(strength);
  const isGuessable = broken.length === 0 && level === 'Muito Fraca';
  const errors = isGuessable ? [tooGuessable(subject)] : broken;
  const warning = isExpected ? hints.warnings.userInputs : feedback.warning;
  const texts = [warning, isCommon ? usualAddition : null, ...feedback.suggestions].flatMap(
    (hint) => (hint ? [sentence(hint)] : []),
  );
  return {
    strength,
    level,
    feedback: strength < 90 ? withAdvice(texts) : [],
    errors,
    isValid: errors.length === 0,
  };
}

/** Maximum strength of a password that the rules reject, so that it is never reported as strong. */
const strongestRefused = 69;

/** Maximum strength of a common password, whatever its symbols and digits add to the estimate. */
const strongestGuessable = 29;

const usualAddition =
  'Não use só uma palavra conhecida com números ou sinais no começo ou no fim: essa senha é fácil de adivinhar.';

/** The form of the words in the dictionaries. */
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** An expected word costs an attacker two guesses: as it is, or capitalised. */
const guessesOfExpectedWord = Math.log10(2);

/**
 * Guesses, as a power of ten, for an attacker who knows the expected words: those for the remaining text, plus those
 * for the words. The estimator alone counts each further part, even an expected word, as thousands of guesses.
 */
function guessesKnowing(password: string, expected: readonly string[]): number {
  const letters = Array.from(password.normalize('NFC')).slice(0, comparedLength);
  let plain = letters.map(plainLetter).join('');
  let found = 0;
  for (const word of expected.toSorted((a, b) => b.length - a.length)) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at)) {
      plain = plain.slice(0, at) + taken.repeat(word.length) + plain.slice(at + word.length);
      found += 1;
    }
  }
  if (found === 0) return Number.POSITIVE_INFINITY;
  const rest = letters.filter((_, index) => plain[index] !== taken).join('');
  const guesses = rest === '' ? 0 : loadedEstimator().check(withoutAccents(rest)).guessesLog10;
  return guesses + found * guessesOfExpectedWord;
}

/** Replaces each letter of an expected word. */
const taken = '\0';

const lookAlike: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** One letter for one: "Á" and "@" are "a". */
function plainLetter(letter: string): string {
  const [plain = ' '] = letter.toLowerCase().normalize('NFD');
  return lookAlike[plain] ?? (plain.length === 1 ? plain : ' ');
}

function strengthOf(guessesLog10: number): number {
  const next = scale.findIndex(([power]) => guessesLog10 < power);
  const [fromPower, from] = scale[next - 1] ?? [0, 0];
  const [toPower, to] = scale[next] ?? [0, 100];
  if (next <= 0) return next === 0 ? 0 : 100;
  return Math.floor(from + ((guessesLog10 - fromPower) / (toPower - fromPower)) * (to - from));
}

/** "ana.lima@exemplo.com.br" yields itself, "ana.lima", "analima", "ana", "lima" and "exemplo". */
function partsOf(text: string): string[] {
  const plain = plainLetters(text).slice(0, 254);
  const local = plain.split('@', 1).join('');
  const parts = plain.split(/[^\p{L}\p{N}]+/u);
  return [plain, local, local.replace(/[^\p{L}\p{N}]/gu, ''), ...parts].filter(
    (part) => part.length >= 3,
  );
}

const sentence = (hint: string) => (hint.endsWith('.') ? hint : `${hint}.`);

const withAdvice = (texts: readonly string[]) =>
  texts.length > 0 ? [...texts] : ['Use mais caracteres, ou mais palavras menos comuns.'];
