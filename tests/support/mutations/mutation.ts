import type { FileKind } from '../../../shared/contracts/uploads.ts';
import type { Random } from '../random.ts';

/** A valid official file, the base of mutations. */
export interface OfficialBase {
  readonly kind: FileKind;
  readonly month: string;
  /** MTE's name, with `.txt`. */
  readonly name: string;
  readonly text: string;
}

/** A file that a user might send. */
export interface MutatedFile {
  readonly name: string;
  readonly content: Buffer;
  /** The text after correct unpacking; for a plain file its content. */
  readonly text?: Buffer;
}

/** One way to mutate an official file. */
export interface Mutation {
  readonly name: string;
  /** Takes seconds: short runs skip it. */
  readonly isSlow?: boolean;
  /** The required outcome, if the mutation determines it. */
  readonly outcome?: 'PUBLISHED' | 'REFUSED';
  readonly make: (base: OfficialBase, random: Random) => MutatedFile | Promise<MutatedFile>;
}

/** A plain file under the official name. */
export function plainFile(base: OfficialBase, content: string | Buffer): MutatedFile {
  const bytes = Buffer.from(content);
  return { name: base.name, content: bytes, text: bytes };
}

/** Text mutations that change the header's names and the lines' fields, and return the text. */
export function byFields(
  change: (header: string[], rows: string[][], random: Random) => readonly (readonly string[])[],
): Mutation['make'] {
  return (base, random) => {
    const [header = [], ...rows] = base.text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'));
    const lines = change(header, rows, random).map((fields) => fields.join(';'));
    return plainFile(base, `${lines.join('\r\n')}\r\n`);
  };
}

/** Text mutations that change the text as a whole. */
export const byText =
  (change: (text: string, random: Random) => string | Buffer): Mutation['make'] =>
  (base, random) =>
    plainFile(base, change(base.text, random));

/** A random one of several values. */
export function oneOf<Value>(values: readonly [Value, ...Value[]], random: Random): Value {
  return values[Math.floor(random() * values.length)] ?? values[0];
}
