import type { QuestionWords } from '../../shared/words/question-words.ts';
import type { SearchAnswer, SearchFilters } from '../../shared/contracts/search.ts';

/** A question with its answer, as a report has it. */
export type PaperSelection = {
  /** 'A' to 'E'. */
  label: string;
  /** What tells it from those that it is compared with. */
  name: string;
  question: QuestionWords;
  filters: SearchFilters;
  answer: SearchAnswer;
};

/** A state: all of them are told, those without records too. */
export type StateName = { sigla: string; nome: string };

export type PaperColumn = {
  header: string;
  isText: boolean;
  /** Of long words that nobody reads aloud. */
  isCode?: boolean;
};

/** A table as it is read; the first cell names the row. A row of one cell heads those below it. */
export type PaperTable = {
  kind: 'table';
  caption: string;
  columns: readonly PaperColumn[];
  rows: readonly (readonly string[])[];
};

/** A drawing: `svg` needs no font but the document's own; `alt` says what it shows. */
export type PaperFigure = { kind: 'figure'; svg: string; alt: string; legend: string };

/** What a document is made of, in reading order. */
export type PaperBlock =
  | { kind: 'heading'; level: 1 | 2; text: string }
  /** `lead` stays with what comes below it. */
  | { kind: 'text'; text: string; tone: 'lead' | 'note' | 'empty' }
  | PaperFigure
  | PaperTable;
