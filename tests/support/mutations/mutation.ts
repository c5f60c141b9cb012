import type { FileKind } from '../../../shared/contracts/uploads.ts';
import type { Random } from '../random.ts';

/** A valid official file, from which others are made. */
export interface OfficialBase {
  readonly kind: FileKind;
  readonly month: string;
  /** As MTE names it, with `.txt`. */
  readonly name: string;
  readonly text: string;
}

/** A file as somebody might send it. */
export interface MutatedFile {
  readonly name: string;
  readonly content: Buffer;
  /** What a correct unpacking yields; for a plain file its content. */
  readonly text?: Buffer;
}

/** One way of spoiling an official file. */
export interface Mutation {
  readonly name: string;
  /** Takes seconds, so that short runs leave it out. */
  readonly isSlow?: boolean;
  /** What must become of it, where the mutation decides that. */
  readonly outcome?: 'PUBLISHED' | 'REFUSED';
  readonly make: (base: OfficialBase, random: Random) => MutatedFile | Promise<MutatedFile>;
}

/** A plain file under the official name. */
export function plainFile(base: OfficialBase, content: string | Buffer): MutatedFile {
  const bytes = Buffer.from(content);
  return { name: base.name, content: bytes, text: bytes };
}

/** Text mutations see the header's names and the lines' fields, and give the text back. */
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

/** Text mutations that see the text as one piece. */
export const byText =
  (change: (text: string, random: Random) => string | Buffer): Mutation['make'] =>
  (base, random) =>
    plainFile(base, change(base.text, random));

/** One of several, by chance. */
export function oneOf<Value>(values: readonly [Value, ...Value[]], random: Random): Value {
  return values[Math.floor(random() * values.length)] ?? values[0];
}
