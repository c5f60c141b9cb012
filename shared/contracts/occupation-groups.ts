import { z } from 'zod';
import { Completeness } from './completeness.ts';
import { longestSearchText } from '../filters/occupations.ts';

/**
 * The CBO as a tree to browse: grandes grupos, subgrupos principais, subgrupos, families, occupations. A node's code
 * begins with its parent's. Beside each node stand the figures of the question that nobody narrowed: admissions of
 * the last 12 loaded months in all of Brazil, by MTE's rule, with adjustments.
 *
 *   GET /api/reference/occupation-groups?pai={code}      signed in → 200 OccupationNodes: what is right below a group;
 *                                                        without `pai` the grandes grupos; 404 unknown_group
 *   GET /api/reference/occupation-groups?nome={text}     the groups whose name has every word of the text
 *   GET /api/reference/occupation-groups?codigos={a,b}   the nodes of these codes, as far as the CBO has them
 */

/** What a node is, by how many digits its code has. */
export const nodeKinds = {
  grandeGrupo: { digits: 1, label: 'Grande grupo' },
  subgrupoPrincipal: { digits: 2, label: 'Subgrupo principal' },
  subgrupo: { digits: 3, label: 'Subgrupo' },
  familia: { digits: 4, label: 'Família' },
  ocupacao: { digits: 6, label: 'Ocupação' },
} as const;
export type NodeKind = keyof typeof nodeKinds;

const mostNodesAsked = 50;

const code = z.string().regex(/^(\d{1,4}|\d{6})$/, 'O código tem de 1 a 4 dígitos, ou 6.');

/** One of the three ways to ask. */
export const OccupationNodesQuery = z.union(
  [
    z.strictObject({ nome: z.string().min(1).max(longestSearchText) }),
    z.strictObject({
      codigos: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(code).max(mostNodesAsked)),
    }),
    z.strictObject({
      pai: z
        .string()
        .regex(/^\d{1,4}$/)
        .optional(),
    }),
  ],
  `Informe o código de um grupo (pai), um nome, ou até ${mostNodesAsked} códigos separados por vírgula.`,
);
export type OccupationNodesQuery = z.infer<typeof OccupationNodesQuery>;

export const OccupationNode = z.object({
  codigo: z.string(),
  /** Null for a code that files have and the CBO's tables lack. */
  nome: z.string().nullable(),
  tipo: z.enum(['grandeGrupo', 'subgrupoPrincipal', 'subgrupo', 'familia', 'ocupacao']),
  /** Null where there are no figures at all. */
  registros: z.number().nullable(),
  /** Reais; null besides below 5 records. */
  mediana: z.number().nullable(),
  /** The names right below it, where it has no name or one beside it has the same. */
  inclui: z.array(z.string()),
});
export type OccupationNode = z.infer<typeof OccupationNode>;

export const OccupationNodes = z.object({
  /** Whether the figures are there; while they are counted one asks again. */
  valores: z.enum(['prontos', 'contando', 'indisponiveis', 'semMeses']),
  /** The first and the last month of the figures, AAAAMM. */
  periodo: z.object({ inicio: z.string(), fim: z.string() }).nullable(),
  /** Of the period's months; null without figures. */
  completude: Completeness.nullable(),
  itens: z.array(OccupationNode),
});
export type OccupationNodes = z.infer<typeof OccupationNodes>;
