import { z } from 'zod';
import { tableOf, type Options } from '../codes/keys.ts';

/**
 * The parts of a filter. catalogue.ts lists every filter of this folder. All code that reads,
 * describes or stores a query uses that list: the contract, the form, chips, sentences, links and relaxed queries. The
 * server defines what a filter means for a record (server/answers/query/filters).
 */

/** The part of a query's sentence that a filter belongs to. */
export type QueryPart = 'subject' | 'place' | 'profile' | 'data';

/** By field name, as links and requests use it. */
export type FilterFields = Readonly<Record<string, z.ZodType>>;

export type FieldValues<Fields extends FilterFields> = {
  readonly [Name in keyof Fields]?: z.output<Fields[Name]>;
};

/** Names of codes; a code without a name is shown as it is. */
export interface QueryNames {
  /** Titles by six-digit CBO code. */
  readonly occupations: ReadonlyMap<string, string>;
  /** Names by six-digit IBGE code. */
  readonly municipalities: ReadonlyMap<string, string>;
  /** "Região de Juiz de Fora", by the code of one of IBGE's regions of 2017. */
  readonly ibgeRegions: ReadonlyMap<string, string>;
  /** Descriptions by seven-digit subclass. */
  readonly cnaes: ReadonlyMap<string, string>;
}

/** A set value in words, and the change that removes it, with all values of its list. */
export interface DescribedValue<Without> {
  /** Identifies it among the query's values; all values of a list share the first word. */
  readonly key: string;
  readonly text: string;
  /** The text within a sentence, if the lower-cased text does not fit. */
  readonly inSentence?: string;
  readonly without: Without;
  /** Whether it excludes something from what the others include. */
  readonly isLess?: boolean;
}

export const formGroups = {
  place: { title: 'Onde', fold: null },
  salary: { title: 'Quanto', fold: null },
  people: { title: 'Quem', fold: null },
  data: { title: 'Quais dados', fold: null },
  employer: { title: 'Empresa', fold: 'more' },
  contract: { title: 'Contrato', fold: 'more' },
  schooling: { title: 'Formação', fold: 'more' },
  sensitive: { title: null, fold: 'sensitive' },
} as const satisfies Record<string, { title: string | null; fold: 'more' | 'sensitive' | null }>;
export type FormGroup = keyof typeof formGroups;

/** A list with one selected value. */
export interface ChoiceControl {
  readonly kind: 'choice';
  readonly label: string;
  /** The option for "no filter"; null if a value is always selected. */
  readonly none: string | null;
  readonly options: Options;
  /** The text below the list: constant, or by selected value. */
  readonly hint?: string | Readonly<Record<string, string>>;
  /** Fields with lists that a change of this value empties. */
  readonly empties?: readonly string[];
}

/** A list of options; `more` has its hint, and the lists that it empties. */
export const choice = (
  label: string,
  none: string | null,
  options: Options,
  more: Pick<ChoiceControl, 'hint' | 'empties'> = {},
): ChoiceControl => ({ kind: 'choice', label, none, options, ...more });

/** The form control of a filter: a list, or a control for one filter only. */
export type FormControl =
  | ChoiceControl
  | { readonly kind: 'region' | 'state' | 'municipalities' }
  | { readonly kind: 'amounts' | 'months' | 'subclasses' }
  | (Omit<ChoiceControl, 'kind'> & { readonly kind: 'contract' });

export interface Filter<Fields extends FilterFields, Without = FieldValues<Fields>> {
  readonly part: QueryPart;
  readonly fields: Fields;
  /** Describes each set value that is not a default. */
  readonly describe: (
    values: FieldValues<Fields>,
    names: QueryNames,
  ) => readonly DescribedValue<Without>[];
  /** The sentence's text when nothing is selected; none if omitted. */
  readonly emptyText?: string;
  /** Text shown even for the default, for filters that select the data of a query. */
  readonly describeAlways?: (values: FieldValues<Fields>) => string | undefined;
  /** "Sem o filtro de …": a relaxed query drops filters with equal words together. Null if it never drops this. */
  readonly leftOut: string | null;
  /** Null if the main field, or the occupation list below it, sets the filter. */
  readonly form: { readonly group: FormGroup; readonly control: FormControl } | null;
  /** Fields with a list, and how to read an item from a link. */
  readonly lists?: { readonly [Name in keyof Fields]?: (item: string) => string };
  /** Fields with typed words, and the unit of their length: logs contain only the length. */
  readonly typed?: { readonly [Name in keyof Fields]?: string };
}

/** Defines one filter; its fields have the types of its schemas. */
export const filter = <Fields extends FilterFields, Without = FieldValues<Fields>>(
  own: Filter<Fields, Without>,
): Filter<Fields, Without> => own;

/** An optional field; an empty text or null counts as absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

/** A code that may arrive as a number. */
export const codeText = z.union([z.string(), z.number()]).transform(String);

export const unique = (codes: string[]) => [...new Set(codes)];

/** Describes a field with one value, if it is set. */
export function describeOnce<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
  text: (value: Value) => string,
  said?: (value: Value) => string,
): DescribedValue<{ readonly [Own in Name]?: undefined }>[] {
  if (value === undefined) return [];
  const without: { readonly [Own in Name]?: undefined } = {};
  return [
    {
      key: name,
      text: text(value),
      ...(said && { inSentence: said(value) }),
      without: { ...without, [name]: undefined },
    },
  ];
}

/** A filter of the profile with one field, whose value is chosen from a list. */
export const choiceFilter = <Field extends string, Value>({
  field,
  schema,
  text,
  said,
  group,
  control,
  ...own
}: {
  readonly field: Field;
  readonly schema: z.ZodType<Value>;
  readonly text: (value: Value) => string;
  /** The text within a sentence, if the lower-cased text does not fit. */
  readonly said?: (value: Value) => string;
  readonly group: FormGroup;
  readonly control: FormControl;
} & Pick<Filter<FilterFields>, 'emptyText' | 'leftOut'>) =>
  filter({
    ...own,
    part: 'profile',
    fields: tableOf([field], () => optional(schema)),
    describe: (values) => describeOnce(field, values[field], text, said),
    form: { group, control },
  });

/** "521110 - Vendedor", or the code alone. */
export const named = (code: string, name: string | null | undefined) =>
  name == null ? code : `${code} - ${name}`;

export const labelled = (label: string, value: string) => `${label}: ${value.toLowerCase()}`;

export const labelsOf = (table: Readonly<Record<string, { readonly label: string }>>): Options =>
  Object.entries(table).map(([code, { label }]) => [code, label] as const);
