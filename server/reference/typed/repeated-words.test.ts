import { expect, test, vi } from 'vitest';
import * as search from '../occupation-search.ts';
import { readQuestion } from './read-question.ts';

vi.mock('../occupation-search.ts', async (original) => {
  const actual = await original<typeof search>();
  return { ...actual, searchOccupations: vi.fn(actual.searchOccupations) };
});

/** How many times reading the text searches all names of occupations. */
function searchesOf(text: string): number {
  const searching = vi.mocked(search.searchOccupations);
  searching.mockClear();
  readQuestion(text, { months: ['202501'] });
  return searching.mock.calls.length;
}

test.each(['a sp ', 'R$ sp '])('“%s” repeated is searched as often as three times it', (text) => {
  const few = searchesOf(text.repeat(3));
  expect(few).toBeGreaterThan(0);
  expect(searchesOf(text.repeat(19)) - few).toBeLessThan(10);
});
