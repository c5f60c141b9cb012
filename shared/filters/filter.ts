import { z } from 'zod';

/**
 * What a filter is made of. Each has a file beside this one, catalogue.ts has them all, and everything that asks, tells
 * or keeps a question reads them there: the contract, the form, chips, sentences, links and the offers of wider
 * questions. What a filter means for a line is beside it on the server (server/answers/filters).
 */

/** Of which part of a question's sentence a filter is. */
export type QuestionPart = 'subject' | 'place' | 'profile' | 'data';

/** By the names that links and requests have for them, which are the fields' own. */
export type FilterFields = Readonly<Record<string, z.ZodType>>;

export type FieldValues<Fields extends FilterFields> = {
  readonly [Name in keyof Fields]?: z.output<Fields[Name]>;
};

/** Names of codes, where they are known; a code without one is told as it stands. */
export interface QuestionNames {
  /** Titles by six-digit CBO code. */
  readonly occupations: ReadonlyMap<string, string>;
  /** Names by six-digit IBGE code. */
  readonly municipalities: ReadonlyMap<string, string>;
  /** Descriptions by seven-digit subclass. */
  readonly cnaes: ReadonlyMap<string, string>;
}

/** A value that is set, in words, and what takes it away. */
export interface ToldValue<Without> {
  /** Tells it from the question's other values; the first word is the same for all of a list. */
  readonly key: string;
  readonly text: string;
  /** Within a sentence, where the text with a small letter would not do. */
  readonly said?: string;
  readonly without: Without;
  /** It takes something out of what the others name. */
  readonly isLess?: boolean;
}

/** The groups of the form, in their order. */
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

export type Options = readonly (readonly [value: string, label: string])[];

/** A list of which one value is chosen. */
export interface ChoiceControl {
  readonly kind: 'choice';
  readonly label: string;
  /** What stands for no filter; null where some value is always chosen. */
  readonly none: string | null;
  readonly options: Options;
  /** Said below the list: always the same, or by the value that is chosen. */
  readonly hint?: string | Readonly<Record<string, string>>;
  /** Lists that no longer stand once this one changes. */
  readonly empties?: readonly string[];
}

/** How the form asks for a filter: a list, or a control that one filter alone has. */
export type FormControl =
  | ChoiceControl
  | { readonly kind: 'region' | 'state' | 'municipalities' }
  | { readonly kind: 'amounts' | 'months' | 'subclasses' }
  | (Omit<ChoiceControl, 'kind'> & { readonly kind: 'contract' });

export interface Filter<Fields extends FilterFields, Without = FieldValues<Fields>> {
  readonly part: QuestionPart;
  readonly fields: Fields;
  /** Each value that is set and no default. */
  readonly told: (
    values: FieldValues<Fields>,
    names: QuestionNames,
  ) => readonly ToldValue<Without>[];
  /** What a sentence says where nothing is chosen; nothing where it is left out. */
  readonly unsaid?: string;
  /** Of which data a question is asked is told even where it is the default. */
  readonly alwaysTold?: (values: FieldValues<Fields>) => string | undefined;
  /** "Sem o filtro de …": filters of the same words are left out together. Null where none of it is offered. */
  readonly leftOut: string | null;
  /** Null where it is asked by the main field, or by the list of occupations below it. */
  readonly form: { readonly group: FormGroup; readonly control: FormControl } | null;
  /** Fields that hold a list, and how an item of a link is read. */
  readonly lists?: { readonly [Name in keyof Fields]?: (item: string) => string };
  /** Fields with words that people type, which are logged by their length alone, and in what it is counted. */
  readonly typed?: { readonly [Name in keyof Fields]?: string };
}

/** One filter; the types of its fields are those of its schemas. */
export const filter = <Fields extends FilterFields, Without = FieldValues<Fields>>(
  own: Filter<Fields, Without>,
): Filter<Fields, Without> => own;

/** A field that may be left out; an empty text or null leaves it out too. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

/** A code that may come as a number. */
export const codeText = z.union([z.string(), z.number()]).transform(String);

export const unique = (codes: string[]) => [...new Set(codes)];

/** A field with one value, told where it is set. */
export function toldOnce<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
  text: (value: Value) => string,
  said?: (value: Value) => string,
): ToldValue<{ readonly [Own in Name]?: undefined }>[] {
  if (value === undefined) return [];
  const without: { readonly [Own in Name]?: undefined } = {};
  return [
    {
      key: name,
      text: text(value),
      ...(said && { said: said(value) }),
      without: { ...without, [name]: undefined },
    },
  ];
}

/** "521110 - Vendedor", or the code alone. */
export const named = (code: string, name: string | undefined) =>
  name === undefined ? code : `${code} - ${name}`;

export const labelled = (label: string, value: string) => `${label}: ${value.toLowerCase()}`;

/** A list without one of its codes; undefined without the last. */
export function lessOne(codes: readonly string[], code: string): string[] | undefined {
  const left = codes.filter((other) => other !== code);
  return left.length === 0 ? undefined : left;
}

/** The options of a table of codes with their labels. */
export const labelsOf = (table: Readonly<Record<string, { readonly label: string }>>): Options =>
  Object.entries(table).map(([code, { label }]) => [code, label] as const);
