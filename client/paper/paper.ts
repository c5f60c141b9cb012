import { comparisonBlocks } from './comparison.ts';
import { centreBlocks, distributionTableBlocks, selectionBlocks } from './selection.ts';
import { plainSentence } from '../features/search/answer-header.tsx';
import type { PaperBlock, PaperSelection, StateName } from './blocks.ts';

// What a report draws, built for Node by vite.paper.config.ts: the charts of the screen, without a browser.

export type PaperDrawings = {
  /** The answer in a plain sentence, as above the answer on screen. */
  plainSentence: typeof plainSentence;
  /** Every panel of one answer. */
  selectionBlocks: typeof selectionBlocks;
  /** The distribution and the occupations alone. */
  centreBlocks: typeof centreBlocks;
  distributionTableBlocks: typeof distributionTableBlocks;
  /** Selections side by side. */
  comparisonBlocks: typeof comparisonBlocks;
};

export const drawings: PaperDrawings = {
  plainSentence,
  selectionBlocks,
  centreBlocks,
  distributionTableBlocks,
  comparisonBlocks,
};

export type { PaperBlock, PaperSelection, StateName };
