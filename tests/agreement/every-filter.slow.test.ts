import { afterAll, beforeAll, test } from 'vitest';
import { FilterAgreement, pairs, singles } from '../support/filter-agreement.ts';

let agreement: FilterAgreement;
beforeAll(async () => {
  agreement = await FilterAgreement.open();
});
afterAll(() => agreement.close());

test('it is the files that answer, but for filters that they do not hold', () =>
  agreement.expectFilesToAnswer([{}, ...singles]));

test.each(singles)('%j: files, engine and recomputation agree on each panel', (part) =>
  agreement.expectAgreement(part),
);

test('two filters at a time: files, engine and recomputation agree on all pairs', () =>
  agreement.expectPairsAgree(pairs));
