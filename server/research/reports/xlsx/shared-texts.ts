import { xmlText } from './cells.ts';

/**
 * The workbook's shared texts, each stored once; cells refer to them by number. Continues after those that the library
 * wrote.
 */
export class SharedTexts {
  readonly #head: string;
  readonly #numbers = new Map<string, number>();
  readonly #first: number;
  #references: number;

  /** Takes the library's `sharedStrings.xml`. */
  constructor(xml: string) {
    const [, count, unique] = /<sst [^>]*count="(\d+)" uniqueCount="(\d+)">/.exec(xml) ?? [];
    if (count === undefined || unique === undefined || !xml.endsWith('</sst>')) {
      throw new Error('The workbook library wrote shared texts of another shape.');
    }
    this.#head = xml.slice(0, -'</sst>'.length);
    this.#references = Number(count);
    this.#first = Number(unique);
  }

  /** Returns the number of a text and counts one more cell that uses it. */
  numberOf(text: string): number {
    this.#references += 1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#first + this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  /** The whole XML part, in chunks. */
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
