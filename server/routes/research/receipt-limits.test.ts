import { expect, test } from 'vitest';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { sampleReport } from '../../../tests/support/sample-report.ts';
import { testStores } from '../../../tests/support/stores.ts';
import { keyReceiptWriter } from '../api-v1/answer-for-key.ts';
import { searchWriter } from '../../research/search-history.ts';

const [sqlite] = testStores();

/** A search before anything was published, which leaves no row. */
function answered() {
  const [selection] = sampleReport([{ salaries: [150_000] }]).selections;
  if (selection === undefined) throw new Error('No selection.');
  const { statistics, method, debug } = selection.answer;
  const metadata = {
    statistics,
    debug,
    method: { ...method, release: null },
    distributionSha256: '',
  };
  return { filters: SearchFilters.parse({ cbo: '521110' }), metadata, now: new Date() };
}

const stored = { receipt: null };

test('a person stores a thousand searches an hour, and another one meanwhile', async () => {
  const remember = searchWriter(await sqlite.open());
  const search = { ...answered(), companyId: 'acme' };
  const first = await Promise.all(
    Array.from({ length: 1000 }, () => remember({ ...search, userId: 'ana' })),
  );
  expect(first).toEqual(first.map(() => stored));
  expect(await remember({ ...search, userId: 'ana' })).toEqual({
    receipt: null,
    receiptNote:
      'O limite de 1.000 recibos por hora foi atingido, tente de novo mais tarde: esta pesquisa não entrou no histórico e não tem recibo.',
  });
  expect(await remember({ ...search, userId: 'bia' })).toEqual(stored);
});

test('the keys of a company store five thousand answers an hour together', async () => {
  const remember = keyReceiptWriter(await sqlite.open());
  const answer = answered();
  const first = await Promise.all(
    Array.from({ length: 5000 }, () => remember({ ...answer, companyId: 'acme' })),
  );
  expect(first).toEqual(first.map(() => stored));
  expect(await remember({ ...answer, companyId: 'acme' })).toEqual({
    receipt: null,
    receiptNote:
      'O limite de 5.000 recibos por hora foi atingido, tente de novo mais tarde: esta resposta não tem recibo.',
  });
  expect(await remember({ ...answer, companyId: 'beta' })).toEqual(stored);
});
