import { SaxesParser, type SaxesTagNS } from 'saxes';
import { RollFileError } from './roll-columns.ts';

const pieceBytes = 2 ** 18;
/** The parser looks up each name's prefix in all elements around it. */
const maxDepth = 100;

/** A workbook with a part that cannot be read. */
export const damaged = () =>
  new RollFileError(
    'O arquivo .xlsx está danificado. Abra-o no Excel ou no LibreOffice, salve de novo e tente outra vez.',
  );

interface XmlReader {
  readonly open: (tag: SaxesTagNS) => void;
  readonly text?: (text: string) => void;
  readonly close?: (tag: SaxesTagNS) => void;
}

/** Parses a part piece by piece, with any name prefixes; entities that a document declares are not resolved. Throws `RollFileError`. */
export function readXml(part: Uint8Array, { open, text, close }: XmlReader): void {
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  parser.on('opentag', (tag) => {
    if (++depth > maxDepth) throw damaged();
    open(tag);
  });
  if (text) parser.on('text', text);
  if (text) parser.on('cdata', text);
  parser.on('closetag', (tag) => {
    depth -= 1;
    close?.(tag);
  });
  const decoder = new TextDecoder('utf-8');
  try {
    for (let at = 0; at < part.length; at += pieceBytes) {
      parser.write(decoder.decode(part.subarray(at, at + pieceBytes), { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof RollFileError ? error : damaged();
  }
}

/** The value of an attribute; empty without one. */
export const textOf = (attributes: SaxesTagNS['attributes'], name: string): string =>
  attributes[name]?.value ?? '';
