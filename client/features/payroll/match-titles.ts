import { findOccupations, type Commonness } from '../../../shared/finder/find-occupations.ts';
import { indexNames, type NameIndex } from '../../../shared/finder/name-index.ts';
import type { MarketNames } from '../../../shared/contracts/market.ts';
import { plainText } from '../../../shared/words/plain-text.ts';

/** How sure a job's occupation is. */
export const confidenceLabels = {
  escolhida: 'Escolhida por você',
  codigo: 'CBO da planilha',
  igual: 'Nome igual',
  boa: 'Boa',
  duvidosa: 'Duvidosa: confira',
  nenhuma: 'Não encontrada',
} as const;
export type Confidence = keyof typeof confidenceLabels;

/** Those that a person should look at. */
export const isDoubtful = (confidence: Confidence): boolean =>
  confidence === 'duvidosa' || confidence === 'nenhuma';

/** The occupation that a job title stands for, as far as it is known. */
export interface TitleMatch {
  /** Six digits; null where nothing was found. */
  readonly code: string | null;
  readonly confidence: Confidence;
}

export interface OccupationOffer {
  readonly code: string;
  readonly title: string;
  /** The other name by which a text found it. */
  readonly foundBy: string | undefined;
}

/** The product's finder over the names that a browser was sent: what is looked up here is asked of nobody. */
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
   * What a title and a code, where there is one, stand for. The code decides where the CBO has it. Of a title that is a name of
   * one occupation that is sure; of one that leaves words out it is doubtful. A name that only looks like it is none.
   */
  match(title: string, cbo: string | null): TitleMatch {
    if (cbo !== null && this.#titles.has(cbo)) return { code: cbo, confidence: 'codigo' };
    const [first, second] = findOccupations(this.#index, title, this.#commonness);
    if (first === undefined || first.isLookalike) return { code: null, confidence: 'nenhuma' };
    const isSame = first.name.plain === plainText(title);
    if (isSame && !(second?.isMeant === true && second.name.plain === first.name.plain)) {
      return { code: first.code, confidence: 'igual' };
    }
    const isSure = first.isMeant && first.leftOut.length === 0 && second?.isMeant !== true;
    return { code: first.code, confidence: isSure ? 'boa' : 'duvidosa' };
  }

  /** Occupations that a text finds, best first, to choose from. */
  offers(text: string): OccupationOffer[] {
    const digits = text.replaceAll(/[\s-]/g, '');
    const codes = /^\d{4,6}$/.test(digits)
      ? [...this.#titles.keys()].filter((code) => code.startsWith(digits))
      : undefined;
    if (codes !== undefined) {
      return codes.slice(0, mostOffers).map((code) => this.#offer(code, undefined));
    }
    return findOccupations(this.#index, text, this.#commonness)
      .slice(0, mostOffers)
      .map(({ code, name }) => this.#offer(code, name.isTitle ? undefined : name.text));
  }

  #offer(code: string, foundBy: string | undefined): OccupationOffer {
    return { code, title: this.#titles.get(code) ?? code, foundBy };
  }
}

const mostOffers = 12;
