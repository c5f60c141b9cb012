import { comparisonFigure, comparisonPanelBlocks, comparisonTrendBlocks } from './comparison.ts';
import { centreBlocks, selectionBlocks } from './selection.ts';
import { glanceOf, placeAndTimeBlocks, spreadBlocks } from './first-pages.ts';
import { plainSentence } from '../features/search/search-text.ts';

// The drawings of a report, built for Node by vite.paper.config.ts: the charts of the screen, without a browser.

export const drawings = {
  /** The answer in a plain sentence, as above the answer on screen. */
  plainSentence,
  /** The first page's band and sentences. */
  glanceOf,
  /** The following pages: the spread of salaries, and where and when. */
  spreadBlocks,
  placeAndTimeBlocks,
  /** Every panel of one answer. */
  selectionBlocks,
  /** The distribution and the occupations only. */
  centreBlocks,
  comparisonFigure,
  comparisonTrendBlocks,
  comparisonPanelBlocks,
};

export type PaperDrawings = typeof drawings;
