import { z } from 'zod';
import { fieldNames, listItems } from '../filters/catalogue.ts';
import { searchWords } from './people-fields.ts';
import { stateSigla } from './reference.ts';
import { maxCompared, ReleaseNumber, SearchFilters } from './search.ts';

/** The requests of the API for programs, `/api/v1`. An unknown field is refused. */

export const apiFormats = ['json', 'csv', 'parquet'] as const;
export type ApiFormat = (typeof apiFormats)[number];

/** The decimal mark of CSV, which also determines the separator of cells: `virgula` with `;`, `ponto` with `,`. */
export const decimalMarks = ['virgula', 'ponto'] as const;
export type DecimalMark = (typeof decimalMarks)[number];

const formatFields = {
  /** Without it, the `Accept` header chooses. */
  formato: z.enum(apiFormats, 'O formato é json, csv ou parquet.').optional(),
  decimal: z.enum(decimalMarks, 'O separador decimal é virgula ou ponto.').default('virgula'),
};

export const ApiFormatQuery = z.strictObject(formatFields);

/** The parameters of an address that takes none. */
export const ApiNoQuery = z.strictObject({});

/** An empty value or list, such as one of an unset variable of a script, would otherwise stand for all. */
export const emptyFieldText = (name: string) =>
  `O campo ${name} está vazio: informe um valor ou remova-o do pedido.`;

/** The API's name of a query field (`salarioMin`: `salario_min`), in the snake case of all its names. */
export const apiFieldName = (field: string): string =>
  ownNames.get(field) ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const ownNames: ReadonlyMap<string, string> = new Map([
  ['searchQuery', 'busca'],
  ['release', 'versao'],
]);

const fieldByApiName: ReadonlyMap<string, string> = new Map(
  fieldNames.map((field) => [apiFieldName(field), field]),
);

/** Query fields by their API names. */
export const apiFields = (filters: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(filters).map(([field, value]) => [apiFieldName(field), value]));

/** The filters of a query by their API names; the internal names, which earlier versions took, are accepted too. */
const ApiSelection = z.preprocess((value, context) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(
    ([name, own]) => [fieldByApiName.get(name) ?? name, own] as const,
  );
  const lastPlaces = new Map(fields.map(([name], index) => [name, index]));
  const twice = fields.find(([name], index) => lastPlaces.get(name) !== index);
  if (twice !== undefined) {
    const message = `O campo ${apiFieldName(twice[0])} veio duas vezes, com dois nomes.`;
    context.addIssue({ code: 'custom', message, path: [twice[0]] });
  }
  const empty = fields.find(([, own]) => isEmpty(own));
  if (empty !== undefined) {
    const message = emptyFieldText(apiFieldName(empty[0]));
    context.addIssue({ code: 'custom', message, path: [empty[0]] });
  }
  return Object.fromEntries(fields);
}, SearchFilters);

/** Whether a value is a blank text, an empty list or a list with a blank item. */
const isEmpty = (value: unknown) =>
  Array.isArray(value) ? value.length === 0 || value.some(isBlank) : isBlank(value);
const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** The release of a query in a body; an address refuses all its empty parameters. */
const ApiRelease = z.preprocess((value, context) => {
  if (isBlank(value)) context.addIssue({ code: 'custom', message: emptyFieldText('versao') });
  return value;
}, ReleaseNumber);

export const ApiQuery = z.strictObject({
  filtros: ApiSelection,
  versao: ApiRelease,
});
export type ApiQuery = z.infer<typeof ApiQuery>;

/** Of any name: a record of Zod drops `__proto__`, so that no schema could refuse it. */
const AddressParameters = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null,
);

/**
 * The same query in an address: each filter is a parameter. The items of a list are separated by commas, or each has a
 * parameter of the same name.
 */
export const ApiAddressQuery = z.preprocess(
  (value) => {
    const { versao, formato, decimal, ...filters } = AddressParameters.parse(value);
    return { filtros: withLists(filters), versao, formato, decimal };
  },
  z.strictObject({ ...ApiQuery.shape, ...formatFields }),
);

/** The query of a panel in an address; its response is JSON only. */
export const ApiPanelQuery = z.preprocess((value) => {
  const { versao, ...filters } = AddressParameters.parse(value);
  return { filtros: withLists(filters), versao };
}, ApiQuery);

const withLists = (filters: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      if (!listItems.has(fieldByApiName.get(name) ?? name)) return [name, value];
      return [name, [value].flat().flatMap((item) => String(item).split(','))];
    }),
  );

const maxApiSelections = 1 + maxCompared;

export const ApiComparisonQuery = z.strictObject({
  selecoes: z
    .array(ApiSelection)
    .min(2, 'Compare ao menos duas seleções.')
    .max(maxApiSelections, `Compare até ${maxApiSelections} seleções.`),
  versao: ApiRelease,
});

const searchText = searchWords.min(1, 'Informe o texto a procurar.');

export const ApiTextQuery = z.strictObject({ busca: searchText });

export const ApiOccupationsQuery = z.strictObject({
  ...formatFields,
  busca: searchText.optional(),
});

export const ApiMunicipalitiesQuery = z.strictObject({
  ...formatFields,
  uf: stateSigla.optional(),
});
