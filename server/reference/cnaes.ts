import { getCnae } from '@brazilian-utils/brazilian-utils/get-cnae';
import {
  type CnaeItem,
  type CnaeSectionCode,
  cnaeSectionLabels,
  normalisedCnae,
} from '../../shared/codes/cnae.ts';
import { plainText, upperFirst } from '../../shared/words/format.ts';
import { AppError } from '../platform/errors.ts';
import subclassCodes from './cnae-codes.json' with { type: 'json' };

/**
 * The 1,332 subclasses of CNAE 2.3 (IBGE/CONCLA), from the MIT package `@brazilian-utils/brazilian-utils`. Its table
 * only supports look-ups by code, so `scripts/write-cnae-codes.ts` stores the codes: a search of all possible codes
 * would slow down every start.
 */
interface Entry {
  readonly item: CnaeItem;
  /** The description as plain text between blanks, so that " cafe" finds the beginnings of words. */
  readonly text: string;
}

let entries: ReadonlyMap<string, Entry> | undefined;

/** Every subclass, by ascending code; listed on the first call and cached. */
export function allCnaes(): CnaeItem[] {
  return [...table().values()].map(({ item }) => item);
}

/** The subclass of a seven-digit code; undefined for a code that the table lacks. */
export function maybeCnae(code: string): CnaeItem | undefined {
  return table().get(code)?.item;
}

/** The subclasses of these codes, in their order. Throws `AppError` 400 for a code that does not exist. */
export function requireCnaes(codes: readonly string[]): CnaeItem[] {
  return codes.map((code) => {
    const item = maybeCnae(code);
    if (item !== undefined) return item;
    throw new AppError('unknown_cnae', 400, `Não há subclasse ${code} na CNAE 2.3.`, {
      field: 'cnaes',
    });
  });
}

const maxFound = 50;

/** The subclasses that a text finds: by the beginning of the code, or by words that all occur in the description. */
export function searchCnaes(text: string): CnaeItem[] {
  const code = normalisedCnae(text);
  if (/^\d+$/.test(code)) {
    return allCnaes()
      .filter(({ codigo }) => codigo.startsWith(code))
      .slice(0, maxFound);
  }
  const words = plainText(text).split(' ');
  if (words[0] === '') return [];
  return [...table().values()]
    .filter(({ text: own }) => words.every((word) => own.includes(word)))
    .map(({ item, text: own }) => ({ item, misses: missesOf(own, words) }))
    .toSorted((a, b) => a.misses - b.misses)
    .slice(0, maxFound)
    .map(({ item }) => item);
}

/** Words that begin a word of the description come before those inside one, and early ones before late ones. */
function missesOf(own: string, words: readonly string[]): number {
  return words.reduce((misses, word) => {
    const start = own.indexOf(` ${word}`);
    return misses + (start < 0 ? 1000 : start);
  }, 0);
}

const table = () => (entries ??= new Map(subclassCodes.map((code) => [code, entryOf(code)])));

function entryOf(codigo: string): Entry {
  const [found, secao] = [getCnae(codigo), sectionOfSubclass(codigo)];
  if (!found || secao === undefined) throw new Error(`CNAE ${codigo} is in no table or section`);
  const descricao = sentenceCase(found.description);
  const item = { codigo, descricao, secao, divisao: codigo.slice(0, 2) };
  return { item, text: ` ${plainText(descricao)} ` };
}

/** The acronyms of the table: CDs and DVDs are plurals. */
const acronyms = /\b(?:(?:ecg|eeg|glp|otm|scm|sme|srtt|stfc|uti|voip)\b|(?:cd|dvd)(?=s\b))/g;

/** The table is in capitals, with blanks where dashes were. */
function sentenceCase(description: string): string {
  const text = description
    .trim()
    .replace(/\s{3,}/g, ' – ')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(acronyms, (word) => word.toUpperCase());
  return upperFirst(text);
}

const { Z: _notIdentified, ...sections } = cnaeSectionLabels;

/** The sections of CNAE 2.3, without the files' Z, a section not identified. */
export const cnaeSections = sections;
type CnaeSection = Exclude<CnaeSectionCode, 'Z'>;

const divisionRanges: readonly (readonly [from: number, to: number, section: CnaeSection])[] = [
  [1, 3, 'A'],
  [5, 9, 'B'],
  [10, 33, 'C'],
  [35, 35, 'D'],
  [36, 39, 'E'],
  [41, 43, 'F'],
  [45, 47, 'G'],
  [49, 53, 'H'],
  [55, 56, 'I'],
  [58, 63, 'J'],
  [64, 66, 'K'],
  [68, 68, 'L'],
  [69, 75, 'M'],
  [77, 82, 'N'],
  [84, 84, 'O'],
  [85, 85, 'P'],
  [86, 88, 'Q'],
  [90, 93, 'R'],
  [94, 96, 'S'],
  [97, 97, 'T'],
  [99, 99, 'U'],
];

/** The section of a seven-digit subclass, by its division ("47" is G); undefined for a division that CNAE lacks. */
export function sectionOfSubclass(subclass: string): CnaeSection | undefined {
  if (!/^\d{7}$/.test(subclass)) return undefined;
  const division = Number(subclass.slice(0, 2));
  return divisionRanges.find(([from, to]) => division >= from && division <= to)?.[2];
}
