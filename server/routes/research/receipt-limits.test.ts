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

const note = (limit: string, loss: string) => ({
  receipt: null,
  receiptNote: `O limite de ${limit} recibos por hora foi atingido, tente de novo mais tarde: ${loss}`,
});

test('a person stores a thousand searches an hour, and another one meanwhile', async () => {
  const store = searchWriter(await sqlite.open());
  const remember = (userId: string) => store({ ...answered(), companyId: 'acme', userId });
  const first = await Promise.all(Array.from({ length: 1000 }, () => remember('ana')));
  expect(first).toEqual(first.map(() => stored));
  expect(await remember('ana')).toEqual(
    note('1.000', 'esta pesquisa não entrou no histórico e não tem recibo.'),
  );
  expect(await remember('bia')).toEqual(stored);
});

test('the keys of a company store five thousand answers an hour together', async () => {
  const store = keyReceiptWriter(await sqlite.open());
  const remember = (companyId: string) => store({ ...answered(), companyId });
  const first = await Promise.all(Array.from({ length: 5000 }, () => remember('acme')));
  expect(first).toEqual(first.map(() => stored));
  expect(await remember('acme')).toEqual(note('5.000', 'esta resposta não tem recibo.'));
  expect(await remember('beta')).toEqual(stored);
});
