import { dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as portuguese } from '@zxcvbn-ts/language-pt-br';
import { allMunicipalities } from '../../reference/places.ts';
import { states } from '../../../shared/codes/states.ts';
import { allOccupations } from '../../reference/occupations.ts';

/**
 * The passwords that attackers try first: more than 100,000 words (leaked passwords, Portuguese, names, places,
 * occupations) with the endings and the look-alike letters that people add to meet the rules.
 */

/** Words that an attacker would try first here, and words that people type when a system requires a new password. */
export const productWords: readonly string[] = `
  caged analytics salario salarios remuneracao pesquisa emprego empresa mudar mudei trocar troquei
  alterar acesso entrar inicial padrao provisoria temporaria teste senha forte segura usuario
  deusefiel`
  .trim()
  .split(/\s+/);

const minWordLength = 3;
/** In a pair of words, both have ranks below this. */
const commonInPairs = 1000;
const maxGuessLength = 40;

/** Lower case without accents; look-alike characters stay as typed. */
export const plainLetters = (text: string) =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** The library's lists in order of rank, without accents, as people type passwords. */
export const plainDictionaries: Readonly<Record<string, string[]>> = Object.fromEntries(
  Object.entries({ ...common, ...portuguese }).map(([name, words]) => [
    name,
    [...new Set(words.map((word) => plainLetters(word)))],
  ]),
);

/** Each word with its rank in its list; the most common words have rank 0. */
export const commonWords: ReadonlyMap<string, number> = rankedWords();

function rankedWords(): Map<string, number> {
  const ranks = new Map(productWords.map((word) => [word, 0]));
  const add = (listed: string, rank: number) => {
    const word = plainLetters(listed).replace(/[\s'-]+/g, '');
    if (word.length >= minWordLength) ranks.set(word, Math.min(rank, ranks.get(word) ?? rank));
  };
  for (const list of Object.values(plainDictionaries)) list.forEach(add);
  // These lists are not ordered by frequency.
  const named = [...states.map(({ nome }) => nome), ...allMunicipalities().map(({ name }) => name)];
  const titles = allOccupations().flatMap(({ title }) => title.split(/[^\p{L}]+/u));
  for (const word of [...named, ...titles]) add(word, commonInPairs);
  return ranks;
}

/**
 * Whether a password is one word of the lists, or two of the most common, with a usual beginning or ending:
 * "Senha@123", "P@ssw0rd1!", "BoaNoite2024#". The `expected` words, lower case without accents, count as the most
 * common of all.
 */
export function isFirstGuess(password: string, expected: readonly string[]): boolean {
  const typed = plainLetters(password);
  if (typed.length > maxGuessLength) return false;
  const expectedWords = new Set(expected);
  const rankOf = (word: string) => (expectedWords.has(word) ? 0 : commonWords.get(word));
  return cores(typed).some(([from, to]) =>
    readings(typed.slice(from, to)).some(
      (core) => rankOf(core) !== undefined || isCommonPair(core, rankOf),
    ),
  );
}

/** The ranges that may hold the word: everything outside a range is a usual addition. */
function cores(typed: string): (readonly [from: number, to: number])[] {
  const begins = (/^[^a-z]*/.exec(typed)?.[0] ?? '').length;
  const ends = typed.length - (/[^a-z]*$/.exec(typed)?.[0] ?? '').length;
  const found: (readonly [number, number])[] = [];
  for (let from = 0; from <= begins; from += 1) {
    for (let to = typed.length; to >= Math.max(ends, from + minWordLength); to -= 1) {
      if (isUsualAddition(typed.slice(0, from) + typed.slice(to))) found.push([from, to]);
    }
  }
  return found;
}

const signRow = '!@#$%&*()';
const digitRows = ['01234567890', '09876543210'];

/** "1", "@123", "2026!", "!!!", "#007": what people add to meet the rules. */
function isUsualAddition(added: string): boolean {
  const signs = added.replace(/\d/g, '');
  const digits = added.replace(/\D/g, '');
  const hasUsualSigns = signs.length <= 2 || /^(.)\1*$/.test(signs) || signRow.includes(signs);
  return hasUsualSigns && isUsualNumber(digits);
}

const isUsualNumber = (digits: string) =>
  digits.length <= 2 ||
  digitRows.some((row) => row.includes(digits)) ||
  /^(?:(?:19|20)\d\d|(\d{1,3})\1+)$/.test(digits) ||
  commonWords.has(digits);

/** The characters that people type in place of letters; 1 and ! stand for i or l. */
const lookAlikes = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '6': 'g',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
}; // prettier
/** The digits on the keys of the upper row's symbols. */
const underShift = { '!': '1', '@': '2', '#': '3', $: '4', '%': '5', '^': '6', '&': '7', '*': '8' };

/** The words that a text with look-alike characters may mean. */
function readings(core: string): string[] {
  const letters = replaced(core, lookAlikes);
  const texts = [
    core,
    letters,
    replaced(core, { ...lookAlikes, '1': 'l', '!': 'l' }),
    replaced(core, underShift),
  ];
  return [...new Set([...texts, ...texts.map((text) => text.replace(/[^a-z0-9]/g, ''))])];
}

const replaced = (text: string, by: Readonly<Record<string, string>>) =>
  Array.from(text, (sign) => by[sign] ?? sign).join('');

function isCommonPair(core: string, rankOf: (word: string) => number | undefined): boolean {
  const isCommon = (word: string) => (rankOf(word) ?? commonInPairs) < commonInPairs;
  for (let at = minWordLength; at <= core.length - minWordLength; at += 1) {
    if (isCommon(core.slice(0, at)) && isCommon(core.slice(at))) return true;
  }
  return false;
}
