import { z } from 'zod';
import { suppressionReasons } from '../codes/codes.ts';
import { funnelSteps } from './search.ts';
import { fileKinds } from './uploads.ts';

/**
 * The responses of the API for programs, `/api/v1`, authenticated by a company's key; its requests are in
 * api-queries.ts. Names are Portuguese, in snake case, and stable: fields may be added, never renamed. Money is reais
 * with two decimals. The OpenAPI document (`/api/v1/openapi.json`) is generated from these schemas.
 */

/** The address of an installation in examples. */
export const exampleSite = 'https://caged.exemplo.com.br';

const money = z.number().nullable();

const ApiReason = z
  .object({ codigo: z.enum(suppressionReasons), mensagem: z.string() })
  .nullable()
  .describe('Por que não há valores; null se há valores.');

export const ApiStatistics = z.object({
  registros: z.number(),
  media: money,
  minimo: money,
  percentil_10: money,
  percentil_25: money,
  mediana: money,
  percentil_75: money,
  percentil_90: money,
  maximo: money,
  metade_central: money,
  desvio_padrao: money,
  mediana_de: money,
  mediana_ate: money,
});
export type ApiStatistics = z.infer<typeof ApiStatistics>;

export const ApiGroup = z.object({
  painel: z.string().describe('O tipo do grupo: estado, genero, escolaridade, …'),
  codigo: z.string(),
  nome: z.string(),
  registros: z.number(),
  parte: z.number().describe('Parte dos registros do painel, de 0 a 1.'),
  media: money,
  percentil_25: money,
  mediana: money,
  percentil_75: money,
  omitido: z.enum(suppressionReasons).nullable(),
});
export type ApiGroup = z.infer<typeof ApiGroup>;

const ApiCompleteness = z
  .object({
    situacao: z.enum(['completa', 'parcial', 'so_fora_do_prazo']),
    meses: z.number().describe('Meses da pergunta, até o último mês publicado.'),
    sem_mov: z.array(z.string()).describe('Meses (AAAAMM) sem o arquivo principal (MOV).'),
    aviso: z.string().nullable().describe('A frase a mostrar acima dos números; null se completa.'),
  })
  .describe('Se o arquivo principal (MOV) de cada mês da pergunta está carregado.');

/** Metadata of every response: what a reader needs to cite its figures. */
export const ApiMetadata = z.object({
  pergunta: z.string(),
  filtros: z.record(z.string(), z.unknown()),
  periodo: z.object({ de: z.string(), ate: z.string() }).nullable(),
  completude: ApiCompleteness,
  regra: z.object({ codigo: z.string(), nome: z.string(), descricao: z.string() }),
  serie: z.string(),
  movimentacao: z.string(),
  efeito_de_bloco: z
    .number()
    .describe(
      'As contratações de uma mesma empresa têm salários parecidos e contam menos que registros independentes: divida os registros por este número para saber a quantos equivalem. Os intervalos já usam este número.',
    ),
  versao: z
    .object({ numero: z.number(), publicada_em: z.string(), sintetica: z.boolean() })
    .nullable(),
  funil: z.array(
    z.object({
      etapa: z.enum(funnelSteps),
      rotulo: z.string(),
      motivo: z.string(),
      retirados: z.number(),
      restam: z.number(),
    }),
  ),
  recibo: z
    .string()
    .nullable()
    .describe(
      'Id do recibo, que pode ser conferido; null se a resposta não tem um, como sem espaço em disco.',
    ),
  distribuicao_sha256: z.string(),
  sistema: z.string(),
});
export type ApiMetadata = z.infer<typeof ApiMetadata>;

export const ApiPanelMetadata = ApiMetadata.pick({
  pergunta: true,
  filtros: true,
  periodo: true,
  completude: true,
  serie: true,
  efeito_de_bloco: true,
  versao: true,
  sistema: true,
});

/** A panel computed on request (deferred-panels.ts). */
export const apiPanelOf = <Panel extends z.ZodType>(painel: Panel) =>
  z.object({ painel, metadados: ApiPanelMetadata });

const ApiRelaxedQuery = z.object({
  rotulo: z.string(),
  filtros: z.record(z.string(), z.unknown()),
  registros: z.number(),
  mediana: money,
  mediana_de: money,
  mediana_ate: money,
});

const ApiNearby = z.object({
  municipio: z.string(),
  nome: z.string(),
  uf: z.string(),
  distancia_km: z.number(),
  registros: z.number(),
  mediana: z.number(),
});

const ApiEstimate = z
  .object({
    nome: z.string(),
    mediana: z.number(),
    de: z.number(),
    ate: z.number(),
    registros: z.number().describe('Registros do próprio município.'),
    peso_proprio: z.number().describe('Peso dos registros do próprio município, de 0 a 1.'),
    explicacao: z.string(),
  })
  .nullable()
  .describe(
    'Estimativa da mediana de uma ocupação, ou família, em um município com poucos registros (Fay e Herriot, 1979). Não é contagem e não entra em recibos, laudos, posições ou comparações; null fora desse caso.',
  );

export const ApiAnswer = z.object({
  registros: z.number(),
  motivo: ApiReason,
  estatisticas: ApiStatistics,
  mais_amplas: z
    .array(ApiRelaxedQuery)
    .describe(
      'Só com menos de 30 registros independentes: perguntas mais amplas, a mais próxima primeiro. A mediana vem no primeiro lugar com pelo menos 30 registros independentes e, se a ocupação é rara no estado, também na família dela.',
    ),
  proximos: z
    .array(ApiNearby)
    .describe(
      'Para um município com poucos registros: até cinco municípios, do mesmo estado ou dos dois estados mais próximos, com pelo menos 30 registros independentes; o mais próximo primeiro.',
    ),
  estimativa: ApiEstimate,
  avisos: z.array(z.string()),
  grupos: z.array(ApiGroup),
  metadados: ApiMetadata,
});
export type ApiAnswer = z.infer<typeof ApiAnswer>;

export const ApiDistribution = z.object({
  registros: z.number(),
  motivo: ApiReason,
  distribuicao: z.array(z.object({ salario: z.number(), registros: z.number() })),
  metadados: ApiMetadata,
});

export const ApiComparison = z.object({
  selecoes: z.array(
    z.object({
      rotulo: z.string(),
      motivo: ApiReason,
      estatisticas: ApiStatistics,
      diferenca: z
        .object({
          reais: z.number(),
          percentual: z.number().nullable(),
          de: z.number().nullable(),
          ate: z.number().nullable(),
          pode_ser_acaso: z
            .boolean()
            .nullable()
            .describe(
              'Testada junto com as diferenças das outras seleções; true também sem intervalo por salários repetidos, e null com menos de 30 registros independentes de um lado: sem conclusão.',
            ),
        })
        .nullable()
        .describe('Diferença para a mediana da primeira seleção, com intervalo de 95 %.'),
      metadados: ApiMetadata,
    }),
  ),
  avisos: z.array(z.string()),
});

export const ApiReceipt = z.object({
  estatisticas: ApiStatistics,
  avisos: z.array(z.string()),
  metadados: ApiMetadata,
  endereco: z.string().describe('A página do recibo no sistema.'),
  criado_em: z.string(),
  versao_atual: z.boolean().describe('Se a versão dos dados ainda é a atual.'),
  versao_guardada: z.boolean().describe('Se a versão dos dados ainda pode ser consultada.'),
  arquivos: z.array(
    z.object({
      tipo: z.enum(fileKinds),
      mes: z.string(),
      nome: z.string(),
      sha256: z.string().nullable(),
      sha256_recebido: z.string().nullable(),
      linhas: z.number().nullable(),
      aceitas: z.number().nullable(),
    }),
  ),
  meses_de_correcao: z
    .array(z.string())
    .describe('Meses para os quais o INPC pode corrigir os valores.'),
});
export type ApiReceipt = z.infer<typeof ApiReceipt>;

export const ApiReceiptCheck = z.object({
  resultado: z.enum(['confere', 'difere']),
  conferida_em: z.string(),
  sistema: z.string(),
  distribuicao_sha256: z.string(),
  diferencas: z.array(z.object({ valor: z.string(), no_recibo: z.string(), agora: z.string() })),
});
export type ApiReceiptCheck = z.infer<typeof ApiReceiptCheck>;

export const ApiMunicipalities = z.array(
  z.object({
    codigo: z.string().describe('Os seis primeiros dígitos do código do IBGE.'),
    nome: z.string(),
    uf: z.string(),
  }),
);

export const ApiMonths = z.array(
  z.object({
    mes: z.string().describe('AAAAMM.'),
    arquivos: z
      .array(z.enum(fileKinds))
      .describe('Os arquivos publicados do mês; sem MOV, o mês está incompleto.'),
    muda_de: z
      .number()
      .nullable()
      .describe(
        'Provisório: as admissões do país no mês ainda devem variar de `muda_de` a `muda_ate`, como parte do número atual (0,01 é 1 %), com 95 % de probabilidade (Mack, 1993). Null com um ano ou mais, sem 13 meses de história ou sem um dos arquivos.',
      ),
    muda_ate: z.number().nullable(),
  }),
);

export const ApiFilters = z.array(
  z.object({
    campo: z.string(),
    nome: z.string(),
    valores: z.array(z.object({ valor: z.string(), nome: z.string() })),
  }),
);

export const ApiVersion = z.object({
  numero: z.number().nullable(),
  publicada_em: z.string().nullable(),
  sintetica: z.boolean(),
  meses: z.array(z.string()),
  ultimo_mes: z.string().nullable(),
});

/** Problem details of RFC 9457: `application/problem+json`. */
export const ApiProblem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  codigo: z.string(),
  campo: z.string().optional(),
  fila: z
    .object({ lugar: z.number(), total: z.number() })
    .optional()
    .describe('Para um pedido na fila: a posição, a partir de 1, e o total de pedidos na fila.'),
});
export type ApiProblem = z.infer<typeof ApiProblem>;
