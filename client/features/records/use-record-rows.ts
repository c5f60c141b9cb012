import { useQueries } from '@tanstack/react-query';
import type { PublishedRecord } from '../../../shared/codes/record-columns.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { recordsPageOptions, type RecordsOrder, type RecordsQuestion } from './records-options.ts';

export type RecordRows = {
  /** The record at a position from 0; undefined until it is loaded. */
  at: (place: number) => PublishedRecord | undefined;
  error: Error | null;
  retry: () => void;
};

// In milliseconds: long enough to skip the pages between two positions of the scroll bar.
const restMs = 80;

/** The records of a range and the page after it, loaded in pages as they are needed. */
export function useRecordRows(
  question: RecordsQuestion,
  order: RecordsOrder,
  range: { from: number; to: number },
): RecordRows {
  const { pageSize, totalCount } = question;
  const lastPage = Math.max(0, Math.ceil(totalCount / pageSize) - 1);
  const wanted = useDebounced(
    `${Math.floor(range.from / pageSize)}-${Math.min(lastPage, Math.floor(range.to / pageSize) + 1)}`,
    restMs,
  );
  const [from = 0, to = 0] = wanted.split('-').map(Number);
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const results = useQueries({
    queries: pages.map((page) => recordsPageOptions(question, order, page)),
  });
  return {
    at: (place) => {
      const page = Math.floor(place / pageSize);
      return results[page - from]?.data?.[place - page * pageSize];
    },
    error: results.find(({ error, isFetching }) => error && !isFetching)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}
