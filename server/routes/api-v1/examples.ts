/** The example requests in the document; a test sends each of them. */
export const apiExamples = {
  occupation: 'vendedor',
  place: 'São Paulo',
  state: 'SP',
  query: { filtros: { cbo: '521110', uf: 'SP' } },
  comparison: {
    selecoes: [
      { cbo: '521110', uf: 'SP' },
      { cbo: '521110', regiao: '3' },
    ],
  },
} as const;

const rule = {
  codigo: 'mte',
  nome: 'Regra do MTE',
  descricao:
    'Sem contratos intermitentes e sem salários vazios, abaixo de 0,3 ou acima de 150 salários mínimos do mês da movimentação.',
} as const;

/** The figures of the forty example records. */
const figures = {
  registros: 40,
  media: 2475,
  minimo: 1500,
  percentil_10: 1695,
  percentil_25: 1987.5,
  mediana: 2475,
  percentil_75: 2962.5,
  percentil_90: 3255,
  maximo: 3450,
  metade_central: 975,
  desvio_padrao: 584.52,
  mediana_de: 2150,
  mediana_ate: 2800,
} as const;

const inState = { regiao: '3', uf: 'SP', regiao_ibge: null } as const;

/** A group that all example records belong to. */
const allOfThem = {
  registros: 40,
  parte: 1,
  media: 2475,
  percentil_25: 1987.5,
  mediana: 2475,
  percentil_75: 2962.5,
  omitido: null,
} as const;

/** The metadata of the figures: the query about São Paulo. */
const foundation = {
  pergunta:
    '521110 - Vendedor de comércio varejista · SP · jul/2023 · Admissões · Regra do MTE · Série ajustada',
  filtros: {
    cbo: '521110',
    uf: 'SP',
    movimentacao: 'admissao',
    metodo: 'mte',
    serie: 'ajustada',
  },
  periodo: { de: '202307', ate: '202307' },
  completude: { situacao: 'completa', meses: 1, sem_mov: [], aviso: null },
  regra: rule,
  serie: 'ajustada',
  movimentacao: 'admissao',
  efeito_de_bloco: 1,
  versao: { numero: 1, publicada_em: '2026-11-20T12:00:00.000Z', sintetica: false },
  funil: [
    {
      etapa: 'selecao',
      rotulo: 'Linhas dos arquivos na seleção',
      motivo:
        'Todas as linhas de movimentação no prazo (MOV) e fora do prazo (FOR) do período e dos filtros.',
      retirados: 0,
      restam: 40,
    },
  ],
  recibo: 'Ob5saXqj7rgjWu8Tnx8arw',
  distribuicao_sha256: 'd9c77c0775374d2627d344fb339c7bc2306c3bca5015c777b6ef8c267f9974e8',
  sistema: '1.0.0',
} as const;

/**
 * The example responses in the document, for forty shop assistants hired in July 2023 for R$ 1.500,00 to R$ 3.450,00;
 * lists are truncated. A test compares each with the server's response.
 */
export const exampleAnswers = {
  Versao: {
    numero: 1,
    publicada_em: '2026-11-20T12:00:00.000Z',
    sintetica: false,
    meses: ['202307'],
    ultimo_mes: '202307',
  },
  Ocupacao: [
    { codigo: '521110', titulo: 'Vendedor de comércio varejista', sinonimo: 'vendedor' },
    { codigo: '521140', titulo: 'Atendente de lojas e mercados', sinonimo: 'vendedor balconista' },
  ],
  Meses: [{ mes: '202307', arquivos: ['MOV'], muda_de: null, muda_ate: null }],
  Municipios: [
    { codigo: '350010', nome: 'Adamantina', uf: 'SP' },
    { codigo: '350020', nome: 'Adolfo', uf: 'SP' },
  ],
  Lugar: [
    { nome: 'São Paulo', dentro: 'estado', ...inState, municipio: null },
    { nome: 'São Paulo', dentro: 'São Paulo', ...inState, municipio: '355030' },
  ],
  Filtros: [
    {
      campo: 'genero',
      nome: 'Gênero',
      valores: [
        { valor: 'M', nome: 'Masculino' },
        { valor: 'F', nome: 'Feminino' },
      ],
    },
    {
      campo: 'faixa_etaria',
      nome: 'Faixa etária',
      valores: [
        { valor: '18-25', nome: '18 a 25 anos' },
        { valor: '26-35', nome: '26 a 35 anos' },
      ],
    },
  ],
  Resposta: {
    registros: 40,
    motivo: null,
    estatisticas: figures,
    mais_amplas: [],
    proximos: [],
    estimativa: null,
    avisos: ['P10 e P90 incertos: menos de 10 registros além deles.'],
    grupos: [
      { painel: 'pais', codigo: 'BR', nome: 'Brasil', ...allOfThem },
      { painel: 'estado', codigo: 'SP', nome: 'São Paulo', ...allOfThem },
    ],
    metadados: foundation,
  },
  Distribuicao: {
    registros: 40,
    motivo: null,
    distribuicao: [
      { salario: 1500, registros: 1 },
      { salario: 1550, registros: 1 },
    ],
    metadados: foundation,
  },
  Comparacao: {
    selecoes: [
      {
        rotulo: 'A',
        motivo: null,
        estatisticas: figures,
        diferenca: null,
        metadados: foundation,
      },
      {
        rotulo: 'B',
        motivo: null,
        estatisticas: figures,
        diferenca: { reais: 0, percentual: 0, de: -459.62, ate: 459.62, pode_ser_acaso: true },
        metadados: {
          ...foundation,
          pergunta:
            '521110 - Vendedor de comércio varejista · Sudeste · jul/2023 · Admissões · Regra do MTE · Série ajustada',
          filtros: {
            cbo: '521110',
            regiao: '3',
            movimentacao: 'admissao',
            metodo: 'mte',
            serie: 'ajustada',
          },
        },
      },
    ],
    avisos: [],
  },
  Recibo: {
    estatisticas: figures,
    avisos: [],
    metadados: {
      ...foundation,
      filtros: { ...foundation.filtros, periodo_inicio: '202307', periodo_fim: '202307' },
    },
    endereco: '/receipt/Ob5saXqj7rgjWu8Tnx8arw',
    criado_em: '2026-11-20T12:00:00.000Z',
    versao_atual: true,
    versao_guardada: true,
    arquivos: [
      {
        tipo: 'MOV',
        mes: '202307',
        nome: 'CAGEDMOV202307.txt',
        sha256: '351e02cc95629a228c8513e7e1d7998351c22d049f7bd4ad56153469f6a41c40',
        sha256_recebido: '351e02cc95629a228c8513e7e1d7998351c22d049f7bd4ad56153469f6a41c40',
        linhas: 40,
        aceitas: 40,
      },
    ],
    meses_de_correcao: ['202307', '202308'],
  },
  Conferencia: {
    resultado: 'confere',
    conferida_em: '2026-11-20T12:00:00.000Z',
    sistema: '1.0.0',
    distribuicao_sha256: 'd9c77c0775374d2627d344fb339c7bc2306c3bca5015c777b6ef8c267f9974e8',
    diferencas: [],
  },
} as const;
