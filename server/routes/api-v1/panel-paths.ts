import { apiPanelOf } from '../../../shared/contracts/api-v1.ts';
import {
  deferredPanels,
  type DeferredPanelName,
} from '../../../shared/contracts/deferred-panels.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { fieldParameters, type Operation } from './openapi-operation.ts';
import type { panelExamples } from './panel-examples.ts';
import { lowerFirst } from '../../../shared/words/format.ts';

/** The panels computed on request, as the OpenAPI document lists them. */
const operations = {
  'pisos-e-concentracoes': {
    schema: 'PisosEConcentracoes',
    summary: 'Pisos e concentrações',
    description:
      'Os valores exatos em que os salários se concentram, além do que o acaso e o arredondamento explicam.',
  },
  'salario-ou-composicao': {
    schema: 'SalarioOuComposicao',
    summary: 'Salário ou composição',
    description:
      'A mudança da média em um ano, separada em salário e composição (Kitagawa, 1955). O mês é o último da pergunta que também tem dados no mesmo mês do ano anterior.',
  },
  'entradas-e-saidas': {
    schema: 'EntradasESaidas',
    summary: 'Entradas e saídas',
    description:
      'Quem entra comparado com quem sai, por tipo de desligamento e por mês, seja qual for `movimentacao` e sem a faixa salarial.',
  },
} as const satisfies Record<
  DeferredPanelName,
  Pick<Operation, 'summary' | 'description'> & { schema: keyof typeof panelExamples }
>;

const named = keysOf(operations).map((name) => [name, operations[name]] as const);

export const panelOperations = Object.fromEntries(
  named.map(([name, { schema, summary, description }]) => [
    `get ${name}`,
    {
      id: lowerFirst(schema),
      summary,
      description,
      parameters: fieldParameters([]),
      answer: schema,
    },
  ]),
);

/** The contract of each panel's response, by the name of its schema. */
export const panelContracts = Object.fromEntries(
  named.map(([name, { schema }]) => [schema, apiPanelOf(deferredPanels[name])]),
);
