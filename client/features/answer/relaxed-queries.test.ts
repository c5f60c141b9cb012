import { expect, test } from 'vitest';
import { SearchFilters, type RelaxedQuery } from '../../../shared/contracts/search.ts';
import { nearestOffer } from './relaxed-queries.tsx';

const figures = { median: 2_000, medianInterval: { lower: 1_900, upper: 2_100 } };
const filters = SearchFilters.parse({});
const offerOf = (label: string): RelaxedQuery => ({ label, filters, count: 500, figures });

test('the nearest offer leads an answer, and all occupations never do', () => {
  const [all, state] = [offerOf('Todas as ocupações'), offerOf('São Paulo')];
  expect(nearestOffer([all, state])).toBe(state);
  expect(nearestOffer([all])).toBeUndefined();
});
