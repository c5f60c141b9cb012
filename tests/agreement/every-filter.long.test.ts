import { afterAll, beforeAll, test } from 'vitest';
import { FilterAgreement, firsts, pairs, singles } from '../support/filter-agreement.ts';

let agreement: FilterAgreement;
beforeAll(async () => {
  agreement = await FilterAgreement.open();
});
afterAll(() => agreement.close());

test('it is the files that answer, but for filters that they do not hold', () =>
  agreement.expectFilesToAnswer([{}, ...singles]));

// `every-filter.test.ts` tests the first value of each field.
const others = singles.filter((part) => !firsts.includes(part));
test.each(others)('%j: files, engine and recomputation agree on each panel', (part) =>
  agreement.expectAgreement(part),
);

test('two filters at a time: files, engine and recomputation agree on all pairs', () =>
  agreement.expectPairsAgree(pairs));
