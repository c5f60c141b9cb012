import { z } from 'zod';
import {
  ApiAnswer,
  ApiComparison,
  ApiDistribution,
  ApiFilters,
  ApiMonths,
  ApiMunicipalities,
  ApiProblem,
  ApiReceipt,
  ApiReceiptCheck,
  ApiVersion,
} from '../../../shared/contracts/api-v1.ts';
import { OccupationItem, PlaceItem } from '../../../shared/contracts/reference.ts';
import { version } from '../../platform/version.ts';
import { filtersShape } from './filters.ts';
import { apiGuide } from './guide.ts';
import { reference, versionShape } from './openapi-operation.ts';
import { apiPaths } from './openapi-paths.ts';
import { panelContracts } from './panel-paths.ts';
import { recipes } from './recipes.ts';

/** OpenAPI 3.1, whose schemas are JSON Schema 2020-12: the same schemas validate requests and responses. */

/** A response's shape. Open: a later version may add fields. */
const shapeOf = (schema: z.ZodType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return shape;
};

const panelShapes = Object.fromEntries(
  Object.entries(panelContracts).map(([name, schema]) => [name, shapeOf(schema)]),
);

export const openApiDocument = {
  openapi: '3.1.1',
  info: {
    title: 'CAGED Analytics',
    version,
    summary: 'Estatísticas salariais exatas do Novo CAGED.',
    description: apiGuide,
    license: {
      name: 'Uso conforme os termos do serviço',
      url: 'https://www.gov.br/trabalho-e-emprego',
    },
  },
  servers: [{ url: '/' }],
  security: [{ chave: [] }],
  tags: [{ name: 'API v1', description: 'Consultas disponíveis com uma chave de acesso.' }],
  paths: apiPaths,
  'x-receitas': recipes,
  components: {
    securitySchemes: {
      chave: {
        type: 'http',
        scheme: 'bearer',
        description: 'A chave que um administrador criou para a empresa; começa por caged_.',
      },
    },
    schemas: {
      CamposDaPergunta: filtersShape(),
      Pergunta: {
        type: 'object',
        additionalProperties: false,
        required: ['filtros'],
        properties: { filtros: reference('CamposDaPergunta'), versao: versionShape() },
      },
      PerguntaComparada: {
        type: 'object',
        additionalProperties: false,
        required: ['selecoes'],
        properties: {
          selecoes: {
            type: 'array',
            minItems: 2,
            maxItems: 5,
            items: reference('CamposDaPergunta'),
          },
          versao: versionShape(),
        },
      },
      Versao: shapeOf(ApiVersion),
      Ocupacao: shapeOf(OccupationItem),
      Lugar: shapeOf(PlaceItem),
      Meses: shapeOf(ApiMonths),
      Municipios: shapeOf(ApiMunicipalities),
      Filtros: shapeOf(ApiFilters),
      Resposta: shapeOf(ApiAnswer),
      Distribuicao: shapeOf(ApiDistribution),
      ...panelShapes,
      Comparacao: shapeOf(ApiComparison),
      Recibo: shapeOf(ApiReceipt),
      Conferencia: shapeOf(ApiReceiptCheck),
      Problema: shapeOf(ApiProblem),
    },
  },
} as const;
