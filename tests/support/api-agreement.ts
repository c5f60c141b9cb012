import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ApiAnswer, ApiDistribution, ApiReceipt } from '../../shared/contracts/api-v1.ts';
import { CreatedApiKey } from '../../shared/contracts/api-keys.ts';
import { knownPassword } from './accounts.ts';
import { drawnQueries, filtersOf } from './agreement.ts';
import { seededRandom } from './random.ts';
import type { Recomputation } from './recompute.ts';
import type { Research } from './research.ts';

export interface ReadersRun {
  readonly queries: number;
  /** With enough records for figures, and with too few. */
  readonly stated: number;
  readonly suppressed: number;
  readonly disagreements: readonly { readonly filters: object; readonly what: string }[];
}

/** Each sends three API requests; a key may send 120 a minute. */
const queriesPerKey = 40;

/** Random queries by screen, API and receipt: the same figures, distribution and receipt. */
export async function compareReaders(
  research: Research,
  recomputation: Recomputation,
  { queries, seed }: { readonly queries: number; readonly seed: string },
): Promise<ReadersRun> {
  const draw = await drawnQueries(recomputation, seededRandom(seed));
  const disagreements: { filters: object; what: string }[] = [];
  const counts = { stated: 0, suppressed: 0 };
  let readers = await newReaders(research, 0);
  for (let number = 0; number < queries; number++) {
    if (number % queriesPerKey === 0) readers = await newReaders(research, number);
    const filters = filtersOf(draw());
    const { isReported, differing } = await askAll(readers, filters);
    counts[isReported ? 'stated' : 'suppressed'] += 1;
    for (const what of differing) disagreements.push({ filters, what });
  }
  return { queries, ...counts, disagreements };
}

type Readers = Awaited<ReturnType<typeof newReaders>>;

async function newReaders(research: Research, number: number) {
  const administrator = await research.person('ADMIN');
  const company = await research.company(`Empresa ${number}`);
  // A receipt belongs to a company.
  const person = await research.person('CLIENT', company);
  const made = await administrator.call('POST', `/api/admin/companies/${company}/api-keys`, {
    name: 'Conferência',
    days: 1,
    password: knownPassword,
  });
  const headers = { authorization: `Bearer ${CreatedApiKey.parse(made.json()).key}` };
  const { app } = research.served;
  return {
    person,
    send: async (path: string, payload: object) =>
      (await app.inject({ method: 'POST', url: `/api/v1/${path}`, headers, payload })).json(),
    read: async (path: string) => (await app.inject({ url: `/api/v1/${path}`, headers })).json(),
  };
}

async function askAll({ person, send, read }: Readers, filtros: object) {
  const first = await send('pesquisa', { filtros });
  if (first.codigo === 'salary_bound_refused') {
    const { statusCode } = await person.call('POST', '/api/search', { filters: filtros });
    return { isReported: false, differing: statusCode === 422 ? [] : ['refusal'] };
  }
  const screen = await person.search(filtros);
  const answer = ApiAnswer.parse(first);
  const result = ApiDistribution.parse(await send('distribuicao', { filtros }));
  const receipt = ApiReceipt.parse(await read(`recibos/${answer.metadados.recibo}`));
  const { statistics, distribution, receipt: link, totalCount } = screen;
  const { medianInterval, ...figures } = statistics;
  const { estatisticas: own, metadados } = answer;
  const ofApi = {
    count: own.registros,
    average: own.media,
    median: own.mediana,
    min: own.minimo,
    max: own.maximo,
    p10: own.percentil_10,
    p25: own.percentil_25,
    p75: own.percentil_75,
    p90: own.percentil_90,
    standardDeviation: own.desvio_padrao,
  };
  const sha256 = createHash('sha256').update(JSON.stringify(distribution)).digest('hex');
  const held = {
    count: [answer.registros, totalCount],
    statistics: [ofApi, figures],
    'interval of the median': [
      [own.mediana_de, own.mediana_ate],
      [medianInterval?.lower ?? null, medianInterval?.upper ?? null],
    ],
    distribution: [
      result.distribuicao.map(({ salario, registros }) => [Math.round(salario * 100), registros]),
      distribution.centavos.map((centavos, index) => [centavos, distribution.counts[index]]),
    ],
    receipt: [metadados.recibo, link?.id],
    'statistics of the receipt': [receipt.estatisticas, own],
    'hash of the receipt': [receipt.metadados.distribuicao_sha256, sha256],
    'hash of the API': [metadados.distribuicao_sha256, sha256],
  };
  return {
    isReported: screen.suppressed === null,
    differing: Object.entries(held)
      .filter(([, [one, other]]) => !isDeepStrictEqual(one, other))
      .map(([what]) => what),
  };
}
