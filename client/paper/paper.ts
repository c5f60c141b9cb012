import { comparisonBlocks, comparisonPanelBlocks } from './comparison.ts';
import { centreBlocks, distributionTableBlocks, selectionBlocks } from './selection.ts';
import { glanceOf, placeAndTimeBlocks, spreadBlocks } from './short.ts';
import { plainSentence } from '../features/search/search-text.ts';
import type { PaperBlock, PaperSelection, StateName } from './blocks.ts';

// The drawings of a report, built for Node by vite.paper.config.ts: the charts of the screen, without a browser.

export type PaperDrawings = {
  /** The answer in a plain sentence, as above the answer on screen. */
  plainSentence: typeof plainSentence;
  /** The first page's band and sentences. */
  glanceOf: typeof glanceOf;
  /** The following pages: the spread of salaries, and where and when. */
  spreadBlocks: typeof spreadBlocks;
  placeAndTimeBlocks: typeof placeAndTimeBlocks;
  /** Every panel of one answer. */
  selectionBlocks: typeof selectionBlocks;
  /** The distribution and the occupations only. */
  centreBlocks: typeof centreBlocks;
  distributionTableBlocks: typeof distributionTableBlocks;
  comparisonBlocks: typeof comparisonBlocks;
  /** The comparison of every group. */
  comparisonPanelBlocks: typeof comparisonPanelBlocks;
};

export const drawings: PaperDrawings = {
  plainSentence,
  glanceOf,
  spreadBlocks,
  placeAndTimeBlocks,
  selectionBlocks,
  centreBlocks,
  distributionTableBlocks,
  comparisonBlocks,
  comparisonPanelBlocks,
};

export type { PaperBlock, PaperSelection, StateName };
