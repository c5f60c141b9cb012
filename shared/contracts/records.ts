import { z } from 'zod';
import { keysOf } from '../codes/keys.ts';
import { suppressionReasons } from '../codes/codes.ts';
import { pageQuery } from './people-fields.ts';
import { PublishedRecord } from '../codes/record-columns.ts';
import { SearchAddress } from './search-address.ts';
import { SearchFilters, SearchRequest } from './search.ts';

/**
 * The records of a search, beyond the first page that its answer carries. Race and disability are included only with
 * `sensiveis`. The audit log records that, and records filtered by race or disability.
 */

/** Sort keys of records, with the default direction of each. */
export const recordSorts = {
  competencia: 'desc',
  competenciaDeclarada: 'desc',
  movimentacao: 'asc',
  ocupacao: 'asc',
  cbo: 'asc',
  municipio: 'asc',
  uf: 'asc',
  salario: 'desc',
  valorFixo: 'desc',
  horas: 'desc',
  genero: 'asc',
  idade: 'asc',
  escolaridade: 'asc',
  raca: 'asc',
  deficiencia: 'asc',
  porte: 'asc',
  secao: 'asc',
  cnae: 'asc',
  categoria: 'asc',
} as const satisfies Record<string, 'asc' | 'desc'>;
export type RecordSort = keyof typeof recordSorts;

const directions = ['asc', 'desc'] as const;
export type Direction = (typeof directions)[number];

const maxRecords = 200;

/** Sort keys of columns that only `sensiveis` includes. */
export const sensitiveSorts: ReadonlySet<RecordSort> = new Set(['raca', 'deficiencia']);

export const RecordsRequest = z
  .strictObject({
    filters: SearchFilters,
    /** As in a search. */
    release: SearchRequest.shape.release,
    ...pageQuery(maxRecords, 50),
    sort: z
      .enum(keysOf(recordSorts), 'Os registros não podem ser ordenados por esta coluna.')
      .default('competencia'),
    direction: z.enum(directions, 'A direção é asc ou desc.').default('desc'),
    /** Whether to include race and disability. */
    sensiveis: z.boolean('O valor deste campo é verdadeiro ou falso.').default(false),
  })
  .refine(({ sort, sensiveis }) => sensiveis || !sensitiveSorts.has(sort), {
    message: 'Para ordenar por esta coluna, mostre antes os dados sensíveis.',
    path: ['sort'],
  });
export type RecordsRequest = z.infer<typeof RecordsRequest>;
export type RecordsOrder = Readonly<Pick<RecordsRequest, 'sort' | 'direction'>>;

export const RecordsPage = z.object({
  /** Empty where there are too few records to publish. */
  records: z.array(PublishedRecord),
  suppressed: z.enum(suppressionReasons).nullable(),
});

/** A search in an address. `sensiveis=sim` also requests race and disability. */
export const RecordsCsvQuery = SearchAddress.extend({
  sensiveis: z.enum(['sim', 'nao'], 'Escolha sim ou nao.').default('nao'),
});
