import { z } from 'zod';
import { keysOf } from '../../../shared/codes/keys.ts';
import { apiFieldName } from '../../../shared/contracts/api-queries.ts';
import type { ApiFilters } from '../../../shared/contracts/api-v1.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import {
  type FieldName,
  fieldNames,
  filters as catalogue,
} from '../../../shared/filters/catalogue.ts';

/** The query fields that choose from a list, with its values. */
export const apiFilters: z.infer<typeof ApiFilters> = Object.values(catalogue).flatMap((filter) => {
  const control = filter.form?.control;
  if (control === undefined || !('options' in control)) return [];
  const valores = control.options.map(([valor, nome]) => ({ valor, nome }));
  return Object.keys(filter.fields).map((campo) => ({
    campo: apiFieldName(campo),
    nome: control.label,
    valores,
  }));
});

type Shape = Readonly<Record<string, unknown>>;

/** The description and an example value of each field without a list of values. */
const written: Partial<Record<FieldName, readonly [description: string, example: unknown]>> = {
  cbo: ['Código CBO de seis dígitos.', '521110'],
  cbos: ['Vários códigos CBO: a resposta reúne todos.', ['521110', '421125']],
  searchQuery: ['A ocupação pelo nome usado no dia a dia.', 'vendedor'],
  semCbos: ['Códigos CBO a excluir do que o texto ou a família encontra.', ['521115']],
  familiaCbo: ['Família da CBO, quatro dígitos.', '5211'],
  regiao: [
    '1 (Norte), 2 (Nordeste), 3 (Sudeste), 4 (Sul), 5 (Centro-Oeste) ou 9 (não identificada).',
    '3',
  ],
  uf: ['Sigla do estado.', 'SP'],
  regiaoIbge: [
    'Região do IBGE de 2017: imediata (seis dígitos) ou intermediária (quatro).',
    '310069',
  ],
  municipios: ['Códigos do IBGE, ou nomes com o estado em `uf`.', ['355030']],
  salarioMin: ['Em reais, com até duas casas decimais.', 1320.5],
  salarioMax: ['Em reais, com até duas casas decimais.', 9000],
  cnaes: ['Subclasses da CNAE, sete dígitos.', ['4781400']],
  periodoInicio: [
    'Primeiro mês, AAAAMM; sem este campo, os últimos doze meses publicados, a partir do primeiro com o arquivo principal (MOV).',
    '202307',
  ],
  periodoFim: ['Último mês, AAAAMM.', '202307'],
};

const listed = new Map(apiFilters.map((filter) => [filter.campo, filter]));

/** "Gênero: M (Masculino), F (Feminino)." and the first value for a field with a list; otherwise its entry in `written`. */
export function fieldExample(name: FieldName): { description: string; example: unknown } {
  const filter = listed.get(apiFieldName(name));
  if (filter === undefined) {
    const [description = '', example] = written[name] ?? [];
    return { description, example };
  }
  const values = filter.valores.map(({ valor, nome }) => `${valor} (${nome})`);
  return {
    description: `${filter.nome}: ${values.join(', ')}.`,
    example: filter.valores[0]?.valor,
  };
}

const fieldShapes = (io: 'input' | 'output') =>
  z
    .object({ properties: z.record(z.string(), z.record(z.string(), z.json())) })
    .parse(z.toJSONSchema(SearchFilters, { io, unrepresentable: 'any' })).properties;

/**
 * The fields of a query, by their API names, as JSON Schema of the parsed type, which is narrower than the accepted one
 * (a code may also be a number); without a parsed type, of the accepted texts.
 */
export function filtersShape(): Shape & { readonly properties: Readonly<Record<string, Shape>> } {
  const read = fieldShapes('output');
  const taken = fieldShapes('input');
  const shapeOf = (name: FieldName): Shape => {
    const shape = read[name] ?? {};
    return keysOf(shape).length > 0 ? shape : textsAlone(taken[name] ?? {});
  };
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      fieldNames.map((name) => {
        const { description, example } = fieldExample(name);
        return [apiFieldName(name), { ...shapeOf(name), description, examples: [example] }];
      }),
    ),
  };
}

/** Codes are texts: a number would lose its leading zero. */
function textsAlone(shape: Shape): Shape {
  const { type, items } = shape;
  return {
    ...shape,
    ...(Array.isArray(type) && { type: 'string' }),
    ...(typeof items === 'object' && items !== null && { items: textsAlone({ ...items }) }),
  };
}
