import { stateOfCode } from '../../server/reference/places.ts';
import { seededRandom, type Random } from './random.ts';
import type { AnswerWithoutReceipt } from '../../shared/contracts/search.ts';
import { panelDifferences, type PanelDifference } from './panel-entries.ts';
import { recomputedPanels } from './recompute-panels.ts';
import {
  minimumRecordsOf,
  type RawFilters,
  type Recomputation,
  type Recomputed,
} from './recompute.ts';

/** A query for which the product and the recomputation differ. */
export interface Disagreement {
  readonly raw: RawFilters;
  readonly product: Partial<Recomputed>;
  readonly recomputed: Recomputed;
  readonly panels: readonly PanelDifference[];
}

export interface AgreementRun {
  readonly queries: number;
  /** Queries with at least one record; without them agreement would show little. */
  readonly answered: number;
  /** Groups of panels whose figures were compared. */
  readonly groups: number;
  readonly disagreements: readonly Disagreement[];
}

/** A source of search responses: an installation opened here, or a server over HTTP. */
export interface Searcher {
  search(filters: Record<string, unknown>): Promise<AnswerWithoutReceipt>;
}

/** Runs the same random queries on both sides, drawn by seed from values that occur in the lines. */
export async function compareAnswers(
  searcher: Searcher,
  recomputation: Recomputation,
  { queries, seed }: { queries: number; seed: string },
): Promise<AgreementRun> {
  const draw = await drawnQueries(recomputation, seededRandom(seed));
  const disagreements: Disagreement[] = [];
  let answered = 0;
  let groups = 0;
  for (let number = 0; number < queries; number++) {
    const query = draw();
    const answer = await searcher.search(filtersOf(query)).catch(refusalOfBound);
    if (answer === null) {
      const { salarioMin: _, salarioMax: __, ...unbounded } = query;
      const recomputed = await recomputation.answer(unbounded);
      const isRightlyRefused = recomputed.count > 0 && recomputed.count < minimumRecordsOf(query);
      if (!isRightlyRefused)
        disagreements.push({ raw: query, product: {}, recomputed, panels: [] });
      continue;
    }
    const recomputed = await recomputation.answer(query);
    const product = figuresOf(answer, recomputed);
    if (recomputed.count > 0) answered++;
    const isSame =
      answer.totalCount === recomputed.count &&
      JSON.stringify(product) === JSON.stringify(recomputed);
    const { designEffect } = answer.method;
    const entries =
      answer.panels === null ? {} : await recomputedPanels(recomputation, query, designEffect);
    const panels = answer.panels === null ? [] : panelDifferences(answer.panels, entries);
    groups += Object.keys(entries).length;
    if (
      !isSame ||
      panels.length > 0 ||
      (answer.panels === null) !== recomputed.count < minimumRecordsOf(query)
    )
      disagreements.push({ raw: query, product, recomputed, panels });
  }
  return { queries, answered, groups, disagreements };
}

/** Null for the rejection of a salary bound on a narrow selection. */
export function refusalOfBound(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'salary_bound_refused')
    return null;
  throw error;
}

function figuresOf({ statistics }: AnswerWithoutReceipt, like: Recomputed): Partial<Recomputed> {
  const figures = new Map<string, unknown>(Object.entries(statistics));
  return Object.fromEntries(Object.keys(like).map((name) => [name, figures.get(name)]));
}

/** The request of a query. */
export function filtersOf({ ufCode, municipality, ...rest }: RawFilters): Record<string, unknown> {
  return {
    ...rest,
    ...(ufCode && { uf: stateOfCode(ufCode)?.sigla }),
    ...(municipality && { municipios: [municipality] }),
  };
}

const levels = ['fundamental', 'medio', 'superior', 'pos'];
const sizes = ['MICRO', 'PEQUENA', 'MEDIA', 'GRANDE'];
const hours = ['ate-20', '20-30', '30-39', '40-44', 'mais-de-44'];
const contracts = ['comum', 'comum', 'aprendiz', 'temporario', 'parcial', 'intermitente'];
const races = ['1', '2', '3', '4', '5', '6'];
const disabilities = ['sim', 'sim', 'nao', '1', '2', '3', '4', '5', '6'];
const schoolingGroups = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '80'];

/** Random queries from values that occur in the lines. */
export async function drawnQueries(
  recomputation: Pick<Recomputation, 'values'>,
  random: Random,
): Promise<() => RawFilters> {
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('Nothing to pick from.');
    return value;
  };
  // Half the queries have few filters: many filters together leave almost no records to compare.
  let breadth = 1;
  const maybe = <Fields extends object>(share: number, fields: () => Fields): Fields | object =>
    random() < share * breadth ? fields() : {};
  const months = (await recomputation.values('competênciamov')).toSorted();
  const occupations = (await recomputation.values('cbo2002ocupação')).map((cbo) =>
    cbo.padStart(6, '0'),
  );
  const places = (await recomputation.values('município')).filter((code) => code !== '999999');
  const sections = await recomputation.values('seção');
  const subclasses = (await recomputation.values('subclasse')).map((code) => code.padStart(7, '0'));
  const several = (values: readonly string[]) =>
    Array.from({ length: 1 + Math.floor(random() * 20) }, () => pick(values));
  return () => {
    breadth = pick([0.4, 1]);
    // The server rejects a region, state and municipality that contradict each other.
    const place = pick(places);
    const [first, second] = [pick(months), pick(months)].toSorted();
    return {
      periodoInicio: first ?? '',
      periodoFim: second ?? '',
      movimentacao: pick(['admissao', 'admissao', 'desligamento', 'todas'] as const),
      metodo: pick(['mte', 'integral', 'bruto'] as const),
      serie: pick(['ajustada', 'ajustada', 'declarada'] as const),
      ...maybe(0.3, () => ({ cbo: pick(occupations) })),
      ...maybe(0.2, () => ({ cbos: several(occupations) })),
      ...maybe(0.15, () => ({ familiaCbo: pick(occupations).slice(0, 4) })),
      ...maybe(0.15, () => ({ porte: pick(sizes) })),
      ...maybe(0.15, () => ({ secao: pick(sections) })),
      ...maybe(0.1, () => ({ cnaes: several(subclasses) })),
      ...maybe(0.15, () => ({ horas: pick(hours) })),
      ...maybe(0.15, () => ({ contrato: pick(contracts) })),
      ...maybe(0.1, () => ({ raca: pick(races) })),
      ...maybe(0.05, () => ({ deficiencia: pick(disabilities) })),
      ...maybe(0.1, () => ({ nivelEscolaridade: pick(levels) })),
      ...maybe(0.1, () => ({ regiao: place.slice(0, 1) })),
      ...maybe(0.15, () => ({ ufCode: place.slice(0, 2) })),
      ...maybe(0.07, () => ({ municipality: place })),
      ...maybe(0.2, () => ({ genero: pick(['M', 'F'] as const) })),
      ...maybe(0.1, () => ({ escolaridade: pick(schoolingGroups) })),
      ...maybe(0.15, () => ({ faixaEtaria: pick(['18-25', '26-35', '36-45', '46-55', '55+']) })),
      ...maybe(0.1, () => ({ salarioMin: Math.round(random() * 200_000) / 100 })),
      ...maybe(0.1, () => ({ salarioMax: (200_000 + Math.round(random() * 800_000)) / 100 })),
    };
  };
}
