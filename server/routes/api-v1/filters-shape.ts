import { z } from 'zod';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { fieldNames, type FieldName } from '../../../shared/filters/catalogue.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { apiFilters } from './filters.ts';

type Shape = Readonly<Record<string, unknown>>;

/** What a program is told of each field, and a value of it that a test sends. */
export const apiFields = {
  cbo: ['Código CBO de seis dígitos.', '521110'],
  cbos: ['Códigos CBO, que se somam.', ['521110', '421125']],
  searchQuery: ['A ocupação pelo nome que as pessoas usam.', 'vendedor'],
  semCbos: ['Códigos CBO que ficam de fora do que o texto ou a família encontra.', ['521115']],
  familiaCbo: ['Família da CBO, quatro dígitos.', '5211'],
  regiao: [
    '1 (Norte), 2 (Nordeste), 3 (Sudeste), 4 (Sul), 5 (Centro-Oeste) ou 9 (não identificada).',
    '3',
  ],
  uf: ['Sigla do estado.', 'SP'],
  municipios: ['Códigos do IBGE, ou nomes com o estado em `uf`.', ['355030']],
  salarioMin: ['Em reais, com até duas casas decimais.', 1320.5],
  salarioMax: ['Em reais, com até duas casas decimais.', 9000],
  genero: ['', 'F'],
  faixaEtaria: ['', '26-35'],
  escolaridade: ['', '7'],
  nivelEscolaridade: ['', 'medio'],
  raca: ['', '4'],
  deficiencia: ['', 'nao'],
  porte: ['', 'MEDIA'],
  secao: ['', 'G'],
  cnaes: ['Subclasses da CNAE, sete dígitos.', ['4781400']],
  contrato: ['', 'comum'],
  horas: ['', '40-44'],
  periodoInicio: ['Primeiro mês, AAAAMM; sem ele, os últimos doze meses publicados.', '202307'],
  periodoFim: ['Último mês, AAAAMM.', '202307'],
  movimentacao: ['', 'admissao'],
  metodo: ['', 'mte'],
  serie: ['', 'ajustada'],
} as const satisfies Record<FieldName, readonly [description: string, example: unknown]>;

const listed = new Map(apiFilters.map((filter) => [filter.campo, filter]));

/** "Gênero: M (Homens), F (Mulheres)." where there is a list, or what is written above. */
function descriptionOf(name: FieldName): string {
  const own = listed.get(name);
  if (own === undefined) return apiFields[name][0];
  return `${own.nome}: ${own.valores.map(({ valor, nome }) => `${valor} (${nome})`).join(', ')}.`;
}

const fieldShapes = (io: 'input' | 'output') =>
  z
    .object({ properties: z.record(z.string(), z.record(z.string(), z.json())) })
    .parse(z.toJSONSchema(SearchFilters, { io, unrepresentable: 'any' })).properties;

/**
 * The fields of a question as JSON Schema. A field is shown as it is read, which is narrower than what is taken (a code
 * may come as a number); what a reading leaves without a shape is shown as it is taken, as texts.
 */
export function filtersShape(): Shape & { readonly properties: Readonly<Record<string, Shape>> } {
  const read = fieldShapes('output');
  const taken = fieldShapes('input');
  const shapeOf = (name: FieldName): Shape => {
    const own = read[name] ?? {};
    return keysOf(own).length > 0 ? own : textsAlone(taken[name] ?? {});
  };
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      fieldNames.map((name) => [
        name,
        { ...shapeOf(name), description: descriptionOf(name), examples: [apiFields[name][1]] },
      ]),
    ),
  };
}

/** Codes are texts: a number would lose the zero before it. */
function textsAlone(shape: Shape): Shape {
  const { type, items } = shape;
  return {
    ...shape,
    ...(Array.isArray(type) && { type: 'string' }),
    ...(typeof items === 'object' && items !== null && { items: textsAlone({ ...items }) }),
  };
}
