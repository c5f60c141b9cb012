import {
  CompositionPanel,
  FloorsPanel,
  MovementPanel,
} from '../../../shared/contracts/deferred-panels.ts';
import { RankAnswer } from '../../../shared/contracts/distribution.ts';
import { SearchAnswer } from '../../../shared/contracts/search.ts';
import { LinearAttack, type Attack } from './linear-attack.ts';
import type { PlantedProduct } from './planted-product.ts';
import {
  minRecordsOf,
  knowAnswer,
  nameOfRecords,
  type AttackedAnswer,
  type AttackedFilters,
} from './search-attack.ts';

/** The panels on request of a response, which one screen shows together. */
export interface AttackedPanels {
  readonly movement: MovementPanel;
  readonly composition: CompositionPanel;
}

const possible = { lower: 1, upper: 198_000 };
/** Half of the last digit of a published mean. */
const rounding = 0.005;

/**
 * The facts of a response and of its panels on request together. The panel of entries and exits has counts and medians
 * of kinds, which add up to all separations; that of pay or mix has the means of two months of the response, and their
 * difference as the sum of two parts.
 */
export function deferredAttack(
  answer: AttackedAnswer,
  filters: AttackedFilters,
  { movement, composition }: AttackedPanels,
): Attack {
  const attack = new LinearAttack();
  const { few, complementary } = knowAnswer(attack, answer, filters);
  const kinds = movement.tipos.map((kind) => ({ ...kind, name: `kind ${kind.tipo}` }));
  const side = (name: 'admissao' | 'desligamento') =>
    nameOfRecords({ ...filters, movimentacao: name });
  const put = (name: string, { registros, mediana }: MovementPanel['admissoes']) =>
    attack.group(name, {
      count: registros,
      average: null,
      quartiles: mediana === null ? null : [mediana],
      bounds: possible,
    });
  put(side('admissao'), movement.admissoes);
  put(side('desligamento'), movement.desligamentos);
  for (const kind of kinds) put(kind.name, kind);
  attack.addUp(
    side('desligamento'),
    kinds.map(({ name }) => name),
  );
  if (filters['movimentacao'] === 'todas')
    attack.addUp(nameOfRecords(filters), [side('admissao'), side('desligamento')]);
  const { mudanca: change } = composition;
  if (change !== null) {
    const mean = (month: string, count: number, value: number) =>
      attack.equal(
        new Map([[nameOfRecords({ ...filters, month }), 1]]),
        count * value,
        count * rounding,
      );
    mean(change.de, change.registros_de, change.media_de);
    mean(change.ate, change.registros_ate, change.media_ate);
  }
  const least = minRecordsOf(filters);
  const looked = [
    ...few,
    ...kinds.flatMap(({ name, registros }) => (registros > 0 && registros < least ? [name] : [])),
  ];
  return {
    recovered: looked.filter((name) => attack.isRecovered(name)),
    primary: looked.length,
    complementary,
  };
}

type Filters = Readonly<Record<string, string | number>>;

const post = async ({ served }: PlantedProduct, url: string, payload: object) =>
  served.call('CLIENT', { method: 'POST', url, payload });

/** A panel of the product, read with its contract. */
async function panelOf<Panel>(
  product: PlantedProduct,
  name: string,
  filters: Filters,
  schema: { parse(json: unknown): Panel },
): Promise<Panel> {
  const response = await post(product, `/api/search/panels/${name}`, { filters });
  if (response.statusCode !== 200) throw new Error(response.body);
  return schema.parse(response.json());
}

const movementOf = (product: PlantedProduct, filters: Filters) =>
  panelOf(product, 'entradas-e-saidas', filters, MovementPanel);

/** The product's response to a query with its panels. */
export async function attackedPanels(product: PlantedProduct, filters: Filters) {
  const response = await post(product, '/api/search', { filters });
  if (response.statusCode !== 200) throw new Error(response.body);
  return {
    answer: SearchAnswer.parse(response.json()),
    panels: {
      movement: await movementOf(product, filters),
      composition: await panelOf(product, 'salario-ou-composicao', filters, CompositionPanel),
    },
  };
}

/**
 * Moves the lower salary bound past each salary by a centavo, and lists the salaries at which a panel shows something
 * else of a group with fewer records than its minimum.
 */
export async function movedBounds(
  product: PlantedProduct,
  filters: Filters,
  centavos: readonly number[],
): Promise<number[]> {
  const minRecords = minRecordsOf(filters);
  const whole = await movementOf(product, filters);
  const isFew = ({ registros }: { registros: number }) => registros < minRecords;
  const few = new Set(whole.tipos.flatMap((kind) => (isFew(kind) ? [kind.tipo] : [])));
  const shown = async (salarioMin: number) => {
    const { tipos, admissoes, desligamentos } = await movementOf(product, {
      ...filters,
      salarioMin: salarioMin / 100,
    });
    const { valores } = await panelOf(
      product,
      'pisos-e-concentracoes',
      { ...filters, salarioMin: salarioMin / 100 },
      FloorsPanel,
    );
    return JSON.stringify([
      tipos.filter(({ tipo }) => few.has(tipo)),
      isFew(whole.admissoes) && admissoes,
      isFew(whole.desligamentos) && desligamentos,
      valores.filter(isFew),
    ]);
  };
  const found: number[] = [];
  for (const salary of centavos)
    if ((await shown(salary)) !== (await shown(salary + 1))) found.push(salary);
  return found;
}

/** The same with the floor that a user types, for a selection of few records. */
export async function movedFloor(
  product: PlantedProduct,
  filters: Filters,
  centavos: readonly number[],
): Promise<number[]> {
  const shown = async (typed: number) => {
    const response = await post(product, '/api/search/rank', { filters, salario: typed / 100 });
    return response.statusCode === 200 ? JSON.stringify(RankAnswer.parse(response.json())) : '';
  };
  const found: number[] = [];
  for (const salary of centavos)
    if ((await shown(salary)) !== (await shown(salary + 1))) found.push(salary);
  return found;
}
