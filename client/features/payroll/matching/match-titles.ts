import { findOccupations, type Commonness } from '../../../../shared/finder/find-occupations.ts';
import { indexNames, type NameIndex } from '../../../../shared/finder/name-index.ts';
import type { MarketNames } from '../../../../shared/contracts/market.ts';
import { plainText } from '../../../../shared/words/format.ts';

/** The confidence of a job's match to an occupation. */
export const confidenceLabels = {
  escolhida: 'Escolhida por você',
  codigo: 'CBO da planilha',
  igual: 'Nome igual',
  boa: 'Boa',
  duvidosa: 'Duvidosa: confira',
  nenhuma: 'Não encontrada',
} as const;
export type Confidence = keyof typeof confidenceLabels;

/** The matches that the user should check. */
export const isDoubtful = (confidence: Confidence): boolean =>
  confidence === 'duvidosa' || confidence === 'nenhuma';

/** Apprentices and interns, whom the market's figures exclude: a job of theirs waits for the user's confirmation. */
const isLearner = (title: string): boolean =>
  /\b(apr(end(iz|izes)?)?|estag\w*)\b/.test(plainText(title));

/** The occupation that a job title matches, as far as it is known. */
export interface TitleMatch {
  /** Six digits; null if nothing was found. */
  readonly code: string | null;
  readonly confidence: Confidence;
  /** The code of the payroll, if the CBO does not have it. */
  readonly unknownCbo?: string | undefined;
}

export interface OccupationOffer {
  readonly code: string;
  readonly title: string;
  /** The synonym by which a text found it. */
  readonly foundBy: string | undefined;
}

/** The product's occupation search over the names that the browser holds; no text is sent to the server. */
export class TitleFinder {
  readonly #index: NameIndex;
  readonly #titles: ReadonlyMap<string, string>;
  readonly #commonness: Commonness;

  constructor({ nomes, frequencias }: Pick<MarketNames, 'nomes' | 'frequencias'>) {
    const names = nomes.map(([code, text, isTitle]) => ({ code, text, isTitle }));
    this.#index = indexNames(names);
    this.#titles = new Map(
      names.filter(({ isTitle }) => isTitle).map(({ code, text }) => [code, text]),
    );
    this.#commonness = (code) => frequencias[code] ?? 0;
  }

  /**
   * The occupation of a title and of a code, if there is one. A code that the CBO has decides. A title that equals a
   * name of one occupation, apart from "em geral", or abbreviates it, is a sure match; with words left out on either
   * side, related or misspelt words, it is a doubtful one: "presidente" is not that of the republic. A name that only
   * looks similar is no match. A match of an apprentice or intern, or beside a code that does not exist, is always
   * doubtful.
   */
  match(title: string, cbo: string | null): TitleMatch {
    const match = this.#matchOf(title, cbo);
    const unknownCbo = cbo === null || this.#titles.has(cbo) ? undefined : cbo;
    const isDoubted = match.code !== null && (unknownCbo !== undefined || isLearner(title));
    return { ...match, ...(isDoubted && { confidence: 'duvidosa' }), unknownCbo };
  }

  #matchOf(title: string, cbo: string | null): TitleMatch {
    if (cbo !== null && this.#titles.has(cbo)) return { code: cbo, confidence: 'codigo' };
    const [first, second] = findOccupations(this.#index, title, this.#commonness);
    if (first === undefined || first.isLookalike) return { code: null, confidence: 'nenhuma' };
    const plain = plainText(title);
    // The CBO calls the occupation of a whole trade "Recepcionista, em geral".
    const isSame = [plain, `${plain} em geral`].includes(first.name.plain);
    if (isSame && !(second?.isMeant === true && second.name.plain === first.name.plain)) {
      return { code: first.code, confidence: 'igual' };
    }
    const isAlone = first.isMeant && second?.isMeant !== true;
    const isSure = isAlone && first.isWhole && first.leftOut.length === 0;
    return { code: first.code, confidence: isSure ? 'boa' : 'duvidosa' };
  }

  /** The occupations that match a text, best first, to choose from. */
  offers(text: string): OccupationOffer[] {
    const digits = text.replaceAll(/[\s-]/g, '');
    if (/^\d{4,6}$/.test(digits)) {
      const codes = [...this.#titles.keys()].filter((code) => code.startsWith(digits));
      return codes.slice(0, maxOffers).map((code) => this.#offer(code, undefined));
    }
    return findOccupations(this.#index, text, this.#commonness)
      .slice(0, maxOffers)
      .map(({ code, name }) => this.#offer(code, name.isTitle ? undefined : name.text));
  }

  #offer(code: string, foundBy: string | undefined): OccupationOffer {
    return { code, title: this.#titles.get(code) ?? code, foundBy };
  }
}

const maxOffers = 12;
