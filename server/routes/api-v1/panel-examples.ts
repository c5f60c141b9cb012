import { keysOf, tableOf } from '../../../shared/codes/keys.ts';
import { ApiPanelMetadata } from '../../../shared/contracts/api-v1.ts';
import { movementKinds } from '../../../shared/contracts/deferred-panels.ts';
import { exampleAnswers } from './examples.ts';

const metadados = ApiPanelMetadata.parse(exampleAnswers.Resposta.metadados);

const admitted = {
  movimentacoes: 40,
  registros: 40,
  omitido: null,
  mediana: 2475,
  mediana_de: 2150,
  mediana_ate: 2800,
} as const;

const noMovements = {
  movimentacoes: 0,
  registros: 0,
  omitido: 'sem_registros',
  mediana: null,
  mediana_de: null,
  mediana_ate: null,
  razao: null,
} as const;

const separations = keysOf(movementKinds).filter((kind) => kind !== 'admissao');

/** The example responses of the panels, for the records of `exampleAnswers`. */
export const panelExamples = {
  PisosEConcentracoes: {
    painel: {
      registros: 40,
      valores: [],
      data_base: null,
      minimo_desconhecido_desde: null,
      falta: null,
    },
    metadados,
  },
  SalarioOuComposicao: { painel: { mudanca: null, falta: 'ano_anterior' }, metadados },
  EntradasESaidas: {
    painel: {
      admissoes: admitted,
      desligamentos: noMovements,
      tipos: separations.map((tipo) => ({ tipo, nome: movementKinds[tipo], ...noMovements })),
      parte_a_pedido: null,
      mesma_composicao: null,
      meses: [
        {
          mes: '202307',
          admissoes: admitted,
          desligamentos: noMovements,
          tipos: { admissao: 40, ...tableOf(separations, () => 0) },
          parte_a_pedido: null,
        },
      ],
      falta: 'poucas_saidas',
    },
    metadados: {
      ...metadados,
      pergunta: metadados.pergunta.replace('Admissões', 'Admissões e desligamentos'),
      filtros: { ...metadados.filtros, movimentacao: 'todas' },
    },
  },
} as const;
