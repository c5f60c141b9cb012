import { afterAll, beforeAll, expect, test } from 'vitest';
import { openResearch, type Research } from '../../../tests/support/research.ts';
import { ApiAnswer, ApiComparison, ApiReceipt } from '../../../shared/contracts/api-v1.ts';
import { removeTextBefore } from '../../research/remove-typed-text.ts';

/** What the API states about its figures in words. */

let research: Research;
let key: string;
beforeAll(async () => {
  research = await openResearch({});
  // Ranks 10 to 51 of 60 earn R$ 1.518,00, so that both ends of the median's interval, about ranks 23 and 38, do.
  const salaries = Array.from({ length: 60 }, (_, index) => {
    if (index < 9) return 1400 + index;
    return index < 51 ? 1518 : 1600 + index;
  });
  await research.publish(salaries.map((salary) => `${salary},00`));
  key = await research.apiKey();
});
afterAll(() => research.close());

const send = (path: string, payload?: object) =>
  research.served.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(payload !== undefined && { payload }),
  });
const answerTo = async (query: string) =>
  ApiAnswer.parse((await send(`estatisticas?${query}`)).json());
const receiptOf = async ({ metadados }: ApiAnswer) =>
  ApiReceipt.parse((await send(`recibos/${metadados.recibo}`)).json());
const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));

test('an interval without width names the salary that many records share', async () => {
  const answer = await answerTo('cbo=521110');
  expect(answer.estatisticas).toMatchObject({ mediana_de: 1518, mediana_ate: 1518 });
  const notice =
    'O intervalo de 95 % da mediana é pouco informativo: há muitos salários iguais a R$ 1.518,00.';
  expect(plain(answer.avisos)).toContain(notice);
  expect(plain((await receiptOf(answer)).avisos)).toContain(notice);
});

test('a comparison of few records has no conclusion, and notes the sample and outer percentiles of each', async () => {
  // 9 records below R$ 1.500,00 and 9 above R$ 1.600,00: five are enough for figures, thirty for a conclusion.
  const selecoes = [
    { cbo: '521110', salario_max: 1500 },
    { cbo: '521110', salario_min: 1600 },
  ];
  const compared = ApiComparison.parse((await send('comparacao', { selecoes })).json());
  expect(compared.selecoes[1]?.diferenca).toMatchObject({ reais: 251, pode_ser_acaso: null });
  const notes = [
    'Amostra pequena: use com cautela.',
    'P10 e P90 incertos: menos de 10 registros além deles.',
  ];
  expect(compared.avisos).toEqual(
    ['A', 'B'].flatMap((letter) => notes.map((note) => `${letter}: ${note}`)),
  );
});

test('a small sample is labelled in an answer and in its receipt, a larger one in neither', async () => {
  const small = 'Amostra pequena: use com cautela.';
  const [few, enough] = [await answerTo('salario_max=1500'), await answerTo('salario_max=1518')];
  expect([few.registros, enough.registros]).toEqual([9, 51]);
  for (const { avisos } of [few, await receiptOf(few)]) expect(avisos).toContain(small);
  for (const { avisos } of [enough, await receiptOf(enough)]) expect(avisos).not.toContain(small);
});

test('a difference from a median that repeated salaries fill may be chance', async () => {
  // Of the 51 records up to R$ 1.518,00, 42 have that salary: it fills the interval, and the median differs by nothing.
  const selecoes = [{ salario_max: 1518 }, { salario_min: 1518 }];
  const compared = ApiComparison.parse((await send('comparacao', { selecoes })).json());
  expect(compared.selecoes[1]?.diferenca).toMatchObject({
    reais: 0,
    de: null,
    ate: null,
    pode_ser_acaso: true,
  });
});

test('a receipt whose typed text was deleted cites no other query', async () => {
  const { db } = research.installation.store;
  const [typed, withFamily] = [
    await answerTo('busca=vendedor'),
    await answerTo('busca=vendedor&familia_cbo=5211'),
  ];
  expect((await receiptOf(typed)).metadados.pergunta).toMatch(/^“vendedor” · Brasil · /);
  expect(await removeTextBefore(db, new Date(Date.now() + 1000), new Date())).toBe(2);
  const data = 'Brasil · jul/2023 · Admissões · Regra do MTE · Série ajustada';
  expect((await receiptOf(typed)).metadados).toMatchObject({
    pergunta: `Pesquisa por texto apagado · ${data}`,
    filtros: expect.not.objectContaining({ busca: expect.anything() }),
  });
  expect((await receiptOf(withFamily)).metadados.pergunta).toBe(
    `Família 5211 · ${data} · texto digitado: apagado`,
  );
});

test('demonstration data is marked in every answer and in every line of a table', async () => {
  const notice = 'Dados sintéticos de demonstração';
  const real = await answerTo('cbo=521110&uf=SP');
  expect(real.avisos.join(' ')).not.toContain(notice);
  // The server caches a release by its time of publication.
  await research.installation.store.db
    .updateTable('releases')
    .set({ is_synthetic: 1, published_at: new Date().toISOString() })
    .execute();
  const filtros = { cbo: '521110', uf: 'SP', genero: 'M' };
  const query = new URLSearchParams(filtros);
  const answer = await answerTo(`${query}`);
  expect(answer.avisos[0]).toBe(`${notice}.`);
  expect((await receiptOf(answer)).avisos[0]).toBe(`${notice}.`);
  const compared = await send('comparacao', { selecoes: [filtros, { ...filtros, genero: 'F' }] });
  expect(ApiComparison.parse(compared.json()).avisos[0]).toBe(`${notice}.`);
  const csv = (await send(`estatisticas?${query}&formato=csv`)).body.trimEnd().split('\r\n');
  const [header = [], ...rows] = csv.map((row) => row.replaceAll('"', '').split(';'));
  expect(new Set(rows.map((row) => row[header.indexOf('aviso')]))).toEqual(new Set([notice]));
  expect(rows).toHaveLength(1 + answer.grupos.length);
});
