import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { FoundOccupation } from '../../../shared/finder/find-occupations.ts';
import { nameWords, wordStem } from '../../../shared/finder/name-words.ts';
import { searchOccupations } from '../occupation-search.ts';
import { articles, harmless, introduces, licences, negations } from './typed-words.ts';

export interface Token {
  /** Lower case, without accents. */
  readonly text: string;
  /** Characters of the typed text, the end excluded. */
  readonly start: number;
  readonly end: number;
  /** Whether the text begins here, or a comma, a bracket or a dash precedes the word. */
  readonly isAfterBreak: boolean;
}

/** The meaning of the words from `from` to before `to`. */
export interface Claim {
  readonly from: number;
  readonly to: number;
  /** Empty for words that a query does not need, such as "quanto ganha", or that no filter can express. */
  readonly filters: Partial<SearchFilters>;
  /** Words that no filter can express: the screen lists them. */
  readonly isUnread?: boolean;
  /** The filters of words that are unread because other words give another value of the same filter. */
  readonly alternative?: Partial<SearchFilters>;
}

/** The text in lower case without accents; every character keeps its position. */
const foldText = (typed: string): string =>
  Array.from({ length: typed.length }, (_, at) => {
    const [letter = ' '] = typed.charAt(at).normalize('NFD').toLowerCase();
    return letter === '’' ? "'" : letter;
  }).join('');

const breaks = /[,;:()/|·\n]| [-–—] /;

/** A typed text while it is read: its words, and those that are already understood. */
export class TypedText {
  readonly folded: string;
  readonly tokens: readonly Token[];
  readonly claims: Claim[] = [];
  readonly typed: string;
  readonly #taken: boolean[] = [];
  /** The last words of claims that a negation excludes. */
  readonly #excluded = new Set<number>();

  readonly #found = new Map<string, FoundOccupation | undefined>();

  constructor(typed: string) {
    this.typed = typed;
    this.folded = foldText(typed);
    let before = 0;
    this.tokens = [...this.folded.matchAll(/[a-z0-9]+/g)].map(({ 0: text, index: start }) => {
      const isAfterBreak = start === 0 || breaks.test(this.folded.slice(before, start));
      before = start + text.length;
      return { text, start, end: before, isAfterBreak };
    });
  }

  /** Whether these words are not understood yet. */
  isFree(from: number, to: number): boolean {
    return from >= 0 && to <= this.tokens.length && !this.#taken.slice(from, to).includes(true);
  }

  /** Marks words as understood, with the prepositions before them. */
  claim(claim: Claim): void {
    const from = this.#withIntroduction(claim.from);
    this.claims.push({ ...claim, from });
    for (let at = from; at < claim.to; at++) this.#taken[at] = true;
  }

  /**
   * Claims the words as unread if a negation precedes them, as in "sem faculdade" or "exceto em Campinas e Valinhos":
   * no filter excludes what it names. Returns whether it did.
   */
  claimExcluded(from: number, to: number): boolean {
    const last = this.#withIntroduction(from) - 1;
    const start = this.#excluded.has(last) ? last + 1 : this.#negationUpTo(last);
    if (start === undefined) return false;
    this.claim({ from: start, to, filters: {}, isUnread: true });
    this.#excluded.add(to - 1);
    return true;
  }

  /** The first word of a negation such as "sem" or "que não concluiu o" that ends with this word; undefined if none does. */
  #negationUpTo(last: number): number | undefined {
    const isFree = (at: number) => this.isFree(at, at + 1);
    let at = last;
    while (isFree(at) && articles.has(this.text(at))) at--;
    const negation = isFree(at) && this.#isNegatedVerb(at) ? at - 1 : at;
    if (!isFree(negation) || !this.#isNegation(negation)) return undefined;
    const before = negation - 1;
    return isFree(before) && /^quem?$/.test(this.text(before)) ? before : negation;
  }

  /** Whether a word between a negation and what it excludes is a verb: "não trabalha em", "sem ser de". */
  #isNegatedVerb(at: number): boolean {
    const isApart = this.tokens[at]?.isAfterBreak === true || this.isEndOfPart(at + 1);
    const negated = this.text(at - 1);
    const isVerb = negated === 'sem' ? /[aei]r$/ : /(?:[eiumz]|ao|(?<![ai]d|os|ic|iv)a)(?<!nte)$/;
    return !isApart && /^(?:sem|nao|nunca)$/.test(negated) && isVerb.test(this.text(at));
  }

  /** "Juiz de Fora", "mais ou menos" and "44h/sem" exclude nothing. */
  #isNegation(at: number): boolean {
    const before = this.folded.slice(this.tokens[at - 1]?.start ?? 0, this.tokens[at]?.end);
    return negations.has(this.text(at)) && !harmless.test(before);
  }

  /** The claim before or after these words that "e", "ou", "x", "/" or, in a list, a comma joins to them, if any. */
  joinedClaim(from: number, to: number, isList: boolean): Claim | undefined {
    const first = this.#withIntroduction(from);
    const before = this.folded.slice(this.tokens[first - 1]?.end, this.tokens[from]?.start);
    const after = this.folded.slice(this.tokens[to - 1]?.end);
    const next = this.text(to) === 'x' ? to + 1 : to;
    const isJoin = (between: string) =>
      /\/|\b(?:e|ou|x|vs|versus)\b/.test(between) || (isList && between.startsWith(','));
    return this.claims.find(
      (claim) =>
        (claim.to === first && isJoin(before)) ||
        (claim.from === next && isJoin(/^ ?[/,]|^ \w+ /.exec(after)?.[0] ?? '')),
    );
  }

  makeUnread(claim: Claim): void {
    this.claims.splice(this.claims.indexOf(claim), 1, {
      ...claim,
      filters: {},
      isUnread: true,
      alternative: claim.alternative ?? claim.filters,
    });
  }

  /** The first of the free prepositions before a word; the "e" of "carteira E em Campinas" and the "x" of "raio x" are none. */
  #withIntroduction(from: number): number {
    let first = from;
    while (
      this.isFree(first - 1, first) &&
      introduces.has(this.text(first - 1)) &&
      !(this.text(first - 1) === 'para' && this.#isAccented(first - 1)) &&
      !(this.text(first - 1) === 'e' && licences.has(this.text(first - 2))) &&
      !(this.text(first - 1) === 'x' && this.isFree(first - 2, first - 1))
    )
      first--;
    return first;
  }

  /** Whether the word is the preposition "para" and not the state: without an accent, before a word of the job. */
  isPreposition(at: number): boolean {
    return (
      this.text(at) === 'para' &&
      !this.#isAccented(at) &&
      !introduces.has(this.text(at - 1)) &&
      !this.isEndOfPart(at + 1) &&
      this.isFree(at + 1, at + 2)
    );
  }

  /** Whether the word is the first letter of a longer one: "B. Horizonte" is not the city of Horizonte. */
  isInitial(at: number): boolean {
    const { start, end } = this.tokens[at] ?? { start: 0, end: 0 };
    return end === start + 1 && this.folded[end] === '.' && !licences.has(this.text(at - 1));
  }

  #isAccented(at: number): boolean {
    const { text, start, end } = this.tokens[at] ?? { text: '', start: 0, end: 0 };
    return this.typed.slice(start, end).toLowerCase() !== text;
  }

  text(at: number): string {
    return this.tokens[at]?.text ?? '';
  }

  /** The words from `from` to before `to`, with a space between them. */
  words(from: number, to: number): string {
    return this.tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ');
  }

  /** The words of a part of the folded text. */
  range(start: number, end: number): { readonly from: number; readonly to: number } {
    const from = this.tokens.findIndex((token) => token.end > start);
    const to = this.tokens.findLastIndex((token) => token.start < end) + 1;
    return { from: from < 0 ? this.tokens.length : from, to };
  }

  /** Whether the words are between punctuation, edges of the text or understood words. */
  isApart(from: number, to: number): boolean {
    const first = this.#withIntroduction(from);
    const isBefore = this.tokens[first]?.isAfterBreak === true || !this.isFree(first - 1, first);
    return isBefore && (this.isEndOfPart(to) || !this.isFree(to, to + 1));
  }

  isEndOfPart(to: number): boolean {
    return this.tokens[to]?.isAfterBreak ?? true;
  }

  /** The words that are not understood yet, as typed. */
  free(): string {
    return this.#typedWords((at) => this.#taken[at] !== true);
  }

  /** The words outside of these that are not understood yet, as typed. */
  freeWithout(from: number, to: number): string {
    return this.#typedWords((at) => (at < from || at >= to) && this.#taken[at] !== true);
  }

  /** The words from `from` to before `to`, as typed. */
  typedWords(from: number, to: number): string {
    return this.#typedWords((at) => at >= from && at < to);
  }

  #typedWords(isWanted: (at: number) => boolean): string {
    return this.tokens
      .filter((_, at) => isWanted(at))
      .map(({ start, end }) => this.typed.slice(start, end))
      .join(' ');
  }

  /** The best name for a part of the text, with each word once: a text of repeated words would have many searches. */
  bestFor(part: string): FoundOccupation | undefined {
    const words = [...new Set(part.split(' '))].join(' ');
    if (!this.#found.has(words)) this.#found.set(words, searchOccupations(words)[0]);
    return this.#found.get(words);
  }

  /** Whether a part of the text is a job by itself. */
  isJob(part: string): boolean {
    const found = this.bestFor(part);
    return found !== undefined && !found.isLookalike && found.leftOut.length === 0;
  }

  /** Whether the words that are not understood yet are all words of a name, and no others. */
  isWholeName(): boolean {
    const found = this.bestFor(this.free());
    return found?.leftOut.length === 0 && found.name.words.length === stemsOf(this.free()).length;
  }

  /** Whether other words than these are not understood yet. */
  hasOthers(from: number, to: number): boolean {
    return this.tokens.some(
      ({ text }, at) =>
        this.#taken[at] !== true && (at < from || at >= to) && !introduces.has(text),
    );
  }

  /**
   * Whether these words belong to the job: the best name for the text with them has them all, and leaves out no more of
   * the other words than without them.
   */
  isOfJob(from: number, to: number): boolean {
    if (this.#endsName(from, to)) return true;
    const isOwn = (at: number) => at >= from && at < to;
    const isFree = (at: number) => this.#taken[at] !== true;
    const whole = this.#typedWords((at) => isOwn(at) || isFree(at));
    const found = this.bestFor(whole);
    if (found === undefined || found.isLookalike) return false;
    const stems = stemsOf(this.words(from, to));
    const has = new Set(found.name.words.map(({ stem }) => stem));
    if (stems.length === 0 || !stems.every((stem) => has.has(stem))) return false;
    const rest = this.freeWithout(from, to);
    const others = stemsOf(rest);
    if (others.length === 0) return true;
    // No word repeats another, except where the text begins with the job: "vigia em Vigia".
    if (stems.some((stem) => others.includes(stem)) && whole.startsWith(rest)) return false;
    const without = this.bestFor(rest);
    // "Motorista" is no "colorista" because an industry has one.
    const [first = ''] = others;
    const losesFirst = without?.name.words.some(({ stem }) => stem === first) && !has.has(first);
    return (
      losesFirst !== true && found.leftOut.length <= (without?.leftOut.length ?? others.length)
    );
  }

  /** Whether these words and those before them are exactly a name: "inside sales" names no town of Sales. */
  #endsName(from: number, to: number): boolean {
    return [1, 2, 3].some((more) => {
      const name = this.isFree(from - more, to) ? this.words(from - more, to) : '';
      return name !== '' && this.bestFor(name)?.name.plain === name;
    });
  }

  /** The text without the words of a claim. */
  without({ from, to }: Claim): string {
    const start = this.tokens[from]?.start ?? 0;
    const end = this.tokens[to - 1]?.end ?? start;
    return `${this.typed.slice(0, start)} ${this.typed.slice(end)}`
      .replace(/\(\s*\)/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ (?=[,;])/g, '')
      .replace(/([,;])(?:\s*[,;])+/g, '$1')
      .replace(/^[\s,;/-]+|[\s,;/-]+$/g, '');
  }
}

const stemsOf = (text: string): string[] =>
  nameWords(text)
    .filter(({ text: word }) => !introduces.has(word))
    .map(({ text: word }) => wordStem(word));
