import { z } from 'zod';
import { keysOf } from '../codes/keys.ts';
import { Completeness } from './completeness.ts';
import { maxSearchLength } from '../filters/occupations.ts';

export const regionDigit = z.string().regex(/^[1-5]$/, 'A região é um número de 1 a 5.');
export const stateSigla = z
  .string('Informe a sigla do estado.')
  .regex(/^[A-Za-z]{2}$/, 'Informe a sigla do estado, por exemplo SP.');

export const OccupationItem = z.object({
  codigo: z.string(),
  titulo: z.string(),
  /** The alternative name that matched the text. */
  sinonimo: z.string().optional(),
  /** Words of the text that do not occur in its name, in plain text. */
  ignoradas: z.array(z.string()).optional(),
  /** No word of the text is known; the name is only similar. */
  parecida: z.boolean().optional(),
});
export type OccupationItem = z.infer<typeof OccupationItem>;

export const StateItem = z.object({
  sigla: z.string(),
  nome: z.string(),
  codigo: z.string(),
  regiao: z.string(),
});

/**
 * A region, a municipality by IBGE's six-digit code (the form of the official files), or a region of IBGE's division of
 * 2017, whose code has six digits (immediate) or four (intermediate).
 */
export const CodedPlace = z.object({ codigo: z.string(), nome: z.string() });

/** A region, a state, a region of IBGE or a municipality, with every field that a query for it needs. */
export const PlaceItem = z.object({
  nome: z.string(),
  /** The state of a municipality or of a region of IBGE; "estado" or "região" for a state or a region. */
  dentro: z.string(),
  regiao: z.string(),
  uf: z.string().nullable(),
  regiao_ibge: z.string().nullable(),
  municipio: z.string().nullable(),
});
export type PlaceItem = z.infer<typeof PlaceItem>;

/**
 * The CBO as a tree to browse: grandes grupos, subgrupos principais, subgrupos, families, occupations. A node's code
 * begins with its parent's. Each node carries the figures of the query without further filters: admissions of the last
 * 12 loaded months in all of Brazil, under MTE's rule, with adjustments. A request has `pai`, whose children it gets,
 * `nome`, each word of which the groups have, or `codigos`; without any it gets the grandes grupos.
 */

/** Kinds of nodes, by the number of digits in the code. */
export const nodeKinds = {
  grandeGrupo: { digits: 1, label: 'Grande grupo' },
  subgrupoPrincipal: { digits: 2, label: 'Subgrupo principal' },
  subgrupo: { digits: 3, label: 'Subgrupo' },
  familia: { digits: 4, label: 'Família' },
  ocupacao: { digits: 6, label: 'Ocupação' },
} as const;
export type NodeKind = keyof typeof nodeKinds;

const maxNodesRequested = 50;

const code = z.string().regex(/^(\d{1,4}|\d{6})$/, 'O código tem de 1 a 4 dígitos, ou 6.');

/** One of the three forms of the query. */
export const OccupationNodesQuery = z.union(
  [
    z.strictObject({ nome: z.string().min(1).max(maxSearchLength) }),
    z.strictObject({
      codigos: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(code).max(maxNodesRequested)),
    }),
    z.strictObject({
      pai: z
        .string()
        .regex(/^\d{1,4}$/, 'O código de um grupo tem de 1 a 4 dígitos.')
        .optional(),
    }),
  ],
  `Informe o código de um grupo (pai), um nome, ou até ${maxNodesRequested} códigos separados por vírgula.`,
);
export type OccupationNodesQuery = z.infer<typeof OccupationNodesQuery>;

export const OccupationNode = z.object({
  codigo: z.string(),
  /** Null for a code that occurs in files but not in the CBO's tables. */
  nome: z.string().nullable(),
  tipo: z.enum(keysOf(nodeKinds)),
  /** Null when there are no figures at all. */
  registros: z.number().nullable(),
  /** Reais; also null below 5 records. */
  mediana: z.number().nullable(),
  /** The names of its children, where the node has no name or shares it with a sibling. */
  inclui: z.array(z.string()),
});
export type OccupationNode = z.infer<typeof OccupationNode>;

export const OccupationNodes = z.object({
  /** Whether the figures are ready; while they are being computed the client polls. */
  valores: z.enum(['prontos', 'contando', 'indisponiveis', 'semMeses']),
  /** The first and the last month of the figures, AAAAMM. */
  periodo: z.object({ inicio: z.string(), fim: z.string() }).nullable(),
  /** Completeness of the period's months; null without figures. */
  completude: Completeness.nullable(),
  itens: z.array(OccupationNode),
});
export type OccupationNodes = z.infer<typeof OccupationNodes>;
