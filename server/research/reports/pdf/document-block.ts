import type { PaperBlock } from '../../../../client/paper/blocks.ts';

/** What a document is made of: what is drawn, and what only the text has. */
export type DocumentBlock =
  | PaperBlock
  | { kind: 'heading'; level: 3; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; facts: readonly (readonly [term: string, text: string])[] };
