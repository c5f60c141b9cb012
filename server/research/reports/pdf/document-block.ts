import type { PaperBlock } from '../../../../client/paper/blocks.ts';

/** The blocks of a document: those that are drawn, and those that only the text has. */
export type DocumentBlock =
  | PaperBlock
  | { kind: 'heading'; level: 3; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; facts: readonly (readonly [term: string, text: string])[] };
