import { z } from 'zod';
import { keysOf, tableOf } from '../codes/keys.ts';
import { suppressionReasons } from '../codes/codes.ts';
import { SearchFilters, ReleaseNumber } from './search.ts';

/**
 * Panels that the server computes on request, when the user opens them: a search's response does not contain them.
 * Screen, paper, workbook and the API for programs (`/api/v1`) share these contracts, so the names are the API's. Money
 * is reais, ratios and shares are fractions, months AAAAMM.
 */

export const DeferredPanelRequest = z.strictObject({
  filters: SearchFilters,
  release: ReleaseNumber,
});

/** Kinds of movement by MTE's codes; together they are all movements. */
export const movementKinds = {
  admissao: 'Admissões',
  sem_justa_causa: 'Demissões sem justa causa',
  a_pedido: 'Pedidos de demissão',
  termino: 'Términos de contrato',
  acordo: 'Acordos',
  outros: 'Outros desligamentos',
} as const;
export type MovementKind = keyof typeof movementKinds;

const money = z.number().nullable();

/** A ratio with its 95 % interval. */
const Ratio = z
  .object({
    valor: z.number(),
    de: z.number(),
    ate: z.number(),
    pode_ser_acaso: z.boolean(),
  })
  .nullable();
export type PanelRatio = z.infer<typeof Ratio>;

const Paid = {
  movimentacoes: z
    .number()
    .describe(
      'Todas as movimentações da seleção. Na série ajustada, sem as exclusões que têm linha correspondente.',
    ),
  registros: z.number().describe('Registros com salário pela regra da pergunta.'),
  omitido: z.enum(suppressionReasons).nullable(),
  mediana: money,
  mediana_de: money,
  mediana_ate: money,
};
const Paying = z.object(Paid);
export type MovementPay = z.infer<typeof Paying>;

export const MovementCounts = z.object(tableOf(keysOf(movementKinds), () => z.number()));

const entry =
  'Mediana de quem entra dividida pela mediana destes desligamentos; null também se muitos salários são iguais a uma delas.';

/** Admissions against separations. */
export const MovementPanel = z.object({
  admissoes: Paying,
  desligamentos: z.object({ ...Paid, razao: Ratio.describe(entry) }),
  tipos: z
    .array(
      z.object({
        tipo: z.enum(keysOf(movementKinds)),
        nome: z.string(),
        ...Paid,
        razao: Ratio.describe(entry),
      }),
    )
    .describe('Os tipos de desligamento, que somam todos os desligamentos.'),
  parte_a_pedido: z.number().nullable().describe('Pedidos de demissão entre os desligamentos.'),
  mesma_composicao: z
    .object({
      razao: Ratio,
      celulas: z.number(),
      parte_pareada: z.number().describe('Registros em células com entradas e saídas, de 0 a 1.'),
    })
    .nullable()
    .describe('Média de quem entra dividida pela de quem sai, nas mesmas células.'),
  meses: z.array(
    z.object({
      mes: z.string(),
      admissoes: Paying,
      desligamentos: z.object({ ...Paid, razao: Ratio.describe(entry) }),
      tipos: MovementCounts.describe('Movimentações.'),
      parte_a_pedido: z.number().nullable(),
    }),
  ),
  falta: z
    .enum(['incompleto', 'poucas_entradas', 'poucas_saidas', 'poucos_registros'])
    .nullable()
    .describe(
      'Por que não há razão entre entradas e desligamentos: dados incompletos, ou menos de 30 registros independentes de quem entra, de quem sai ou dos dois.',
    ),
});
export type MovementPanel = z.infer<typeof MovementPanel>;

/** The change of the mean salary in a year, split into pay and mix by Kitagawa's cells. */
export const CompositionPanel = z.object({
  mudanca: z
    .object({
      de: z.string(),
      ate: z.string(),
      registros_de: z.number(),
      registros_ate: z.number(),
      media_de: z.number(),
      media_ate: z.number(),
      diferenca: z.number().describe('Em reais: salario + composicao.'),
      diferenca_pode_ser_acaso: z.boolean(),
      salario: z.number().describe('Entre registros da mesma célula.'),
      composicao: z
        .number()
        .describe('Pela mudança na mistura de registros; inclui os registros sem par.'),
      salario_de: z.number(),
      salario_ate: z.number(),
      pode_ser_acaso: z.boolean().describe('A diferença por salário.'),
      percentual: z.number().describe('Da média anterior, como os dois seguintes.'),
      percentual_salario: z.number(),
      percentual_composicao: z.number(),
      celulas: z.number(),
      parte_pareada: z.number().describe('Registros em células dos dois meses, de 0 a 1.'),
    })
    .nullable(),
  falta: z
    .enum(['ano_anterior', 'incompleto', 'poucos_registros', 'poucos_pares'])
    .nullable()
    .describe(
      'Por que não há mudança; null onde há. Ela precisa de 30 registros independentes em cada mês (senão, poucos_registros), também entre os que têm par, e de cinco células com registros dos dois meses (senão, poucos_pares).',
    ),
});
export type CompositionPanel = z.infer<typeof CompositionPanel>;

/** The exact values at which pay piles up. */
export const FloorsPanel = z.object({
  registros: z.number(),
  valores: z
    .array(
      z.object({
        valor: z.number(),
        minimo_desde: z
          .string()
          .nullable()
          .describe('Primeiro mês deste salário mínimo; null para outro valor.'),
        registros: z.number(),
        parte: z.number(),
        esperados: z.number().describe('Média dos valores vizinhos com o mesmo arredondamento.'),
        excesso: z.number().describe('registros - esperados.'),
        primeiro_mes: z.string().nullable(),
        ultimo_mes: z.string().nullable(),
      }),
    )
    .describe(
      'Do mais ao menos comum; só os que o acaso não explica. Múltiplos de R$ 50 não entram, exceto o salário mínimo.',
    ),
  data_base: z
    .object({
      mes: z.string(),
      valor: z.number(),
      comeca: z.boolean().describe('Se o valor começa neste mês; senão, termina.'),
    })
    .nullable()
    .describe(
      'O mês em que o valor que mais se concentra, fora o mínimo, passa a ser comum ou deixa de ser. Se passa a ser, é um possível mês da data-base; o registro não a informa.',
    ),
  minimo_desconhecido_desde: z
    .string()
    .nullable()
    .describe(
      'Primeiro mês cujo salário mínimo ainda não foi importado: um dos valores pode ser ele, e nenhum mês desde então é dado como data_base. null se todos são conhecidos.',
    ),
  falta: z.enum(['incompleto', 'poucos_registros']).nullable(),
});
export type FloorsPanel = z.infer<typeof FloorsPanel>;

/** The schema of each panel, by the name in its address. */
export const deferredPanels = {
  'pisos-e-concentracoes': FloorsPanel,
  'salario-ou-composicao': CompositionPanel,
  'entradas-e-saidas': MovementPanel,
} as const;
export type DeferredPanelName = keyof typeof deferredPanels;
export type DeferredPanels = {
  readonly [Name in DeferredPanelName]: z.infer<(typeof deferredPanels)[Name]>;
};

/** A response of `POST /api/search/panels/:panel`; no panel has all keys of another. */
export const DeferredPanel = z.union([FloorsPanel, CompositionPanel, MovementPanel]);

export const DeferredPanelParams = z.object({
  panel: z.enum(keysOf(deferredPanels), 'Este painel não existe.'),
});
