import {
  EqualityAnswer,
  EqualityRaces,
  EqualityRequest,
} from '../../../shared/contracts/equality.ts';
import { equalityGroups } from '../../../server/answers/present/equality/equality-groups.ts';
import { equalitySelection } from '../../../server/answers/present/equality/equality-selection.ts';
import { readableRelease } from '../../../server/answers/query/release.ts';
import { currentRelease } from '../../../server/platform/store/current-release.ts';
import type { Installation } from '../installation.ts';
import { seededRandom } from '../random.ts';
import { equalityAttack, type ComparedCounts } from './equality-attack.ts';
import type { Attack } from './linear-attack.ts';
import { plantedMonths as months, type PlantedProduct } from './planted-product.ts';
import { racesAttack } from './races-attack.ts';

/** Two responses to a request: the groups, and the races of the group itself, which one screen shows together. */
interface AttackedRequest {
  readonly request: object;
  readonly groups: Attack;
  readonly races: Attack;
}

/** Attacks the product's responses to `requests` random requests of Igualdade. */
export async function attackEqualityRequests(
  product: PlantedProduct,
  seed: string,
  requests: number,
): Promise<AttackedRequest[]> {
  const attacked: AttackedRequest[] = [];
  for (const request of requestsOf(seed, requests))
    attacked.push(await attackedRequest(product, request));
  return attacked;
}

function* requestsOf(seed: string, requests: number): Generator<object> {
  const random = seededRandom(`${seed} requests`);
  const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
  for (let number = 0; number < requests; number++) {
    const month = one(months);
    yield {
      empregados: one(['todos', 'todos', '100+', 'ate-99', '100-249']),
      grupo: one([undefined, '5', '521', '5211', '521110', '4', '411', '2']),
      uf: one([undefined, undefined, 'SP', 'RJ', 'PE']),
      secao: one([undefined, undefined, 'G', 'C']),
      periodoInicio: month,
      periodoFim: one([month, months.at(-1)]),
    };
  }
}

async function attackedRequest(
  { installation, served }: PlantedProduct,
  request: object,
): Promise<AttackedRequest> {
  const post = async (url: string) => {
    const response = await served.call('CLIENT', { method: 'POST', url, payload: request });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  };
  const answer = EqualityAnswer.parse(await post('/api/equality'));
  const races = EqualityRaces.parse(await post('/api/equality/races'));
  const counts = await comparedCountsOf(installation, EqualityRequest.parse(request));
  return {
    request,
    groups: equalityAttack(answer, counts),
    races: racesAttack(answer, races.rows),
  };
}

/** Number of compared people in each group, which a careful reader of the microdata can count. */
async function comparedCountsOf(
  { store, warehouse }: Installation,
  { grupo = '', ...query }: EqualityRequest,
): Promise<ComparedCounts> {
  const release = readableRelease(await currentRelease(store));
  const selection = equalitySelection({ ...query, grupo: undefined }, release);
  const groups = await equalityGroups(warehouse, selection, 'occupation', {});
  const of = (code: string) => {
    const { women = 0, men = 0 } = groups.get(code)?.gap?.compared ?? {};
    return { women, men };
  };
  return new Map([
    ['whole', of(grupo)],
    ...[...groups.keys()].map((code) => [code, of(code)] as const),
  ]);
}
