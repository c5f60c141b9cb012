import { afterAll, beforeAll, expect, test } from 'vitest';
import { FilterAgreement, firsts, pairs, samples } from '../support/filter-agreement.ts';

// `every-filter.long.test.ts` tests every value of each field and all pairs.

let agreement: FilterAgreement;
beforeAll(async () => {
  agreement = await FilterAgreement.open();
});
afterAll(() => agreement.close());

test('every field of the catalogue has a value to query', () => {
  expect(samples.filter(({ parts }) => parts === undefined)).toEqual([]);
});

test('it is the files that answer, but for filters that they do not hold', () =>
  agreement.expectFilesToAnswer([{}, ...firsts]));

test.each(firsts)('%j: files, engine and recomputation agree on each panel', (part) =>
  agreement.expectAgreement(part),
);

test('two filters at a time: files, engine and recomputation agree on every twelfth pair', () =>
  agreement.expectPairsAgree(pairs.filter((_, at) => at % 12 === 0)));
