import { xmlText } from './cells.ts';

/** The workbook's texts, each kept once; cells name them by number. Goes on after those that the library wrote. */
export class SharedTexts {
  readonly #head: string;
  readonly #numbers = new Map<string, number>();
  readonly #first: number;
  #references: number;

  /** Of the library's `sharedStrings.xml`. */
  constructor(xml: string) {
    const [, count, unique] = /<sst [^>]*count="(\d+)" uniqueCount="(\d+)">/.exec(xml) ?? [];
    if (count === undefined || unique === undefined || !xml.endsWith('</sst>')) {
      throw new Error('The workbook library wrote shared texts of another shape.');
    }
    this.#head = xml.slice(0, -'</sst>'.length);
    this.#references = Number(count);
    this.#first = Number(unique);
  }

  /** The number of a text for one more cell. */
  numberOf(text: string): number {
    this.#references += 1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#first + this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  /** The whole part, in pieces. */
  *xml(): Generator<string> {
    const unique = this.#first + this.#numbers.size;
    yield this.#head.replace(
      /count="\d+" uniqueCount="\d+"/,
      `count="${this.#references}" uniqueCount="${unique}"`,
    );
    for (const text of this.#numbers.keys()) {
      const space = text.trim() === text ? '' : ' xml:space="preserve"';
      yield `<si><t${space}>${xmlText(text)}</t></si>`;
    }
    yield '</sst>';
  }
}
