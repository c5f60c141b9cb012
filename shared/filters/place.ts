import { z } from 'zod';
import { regions } from '../codes/codes.ts';
import {
  codeText,
  filter,
  withoutCode,
  optional,
  describeOnce,
  type QuestionNames,
} from './filter.ts';

const regionNames = new Map<string, string>([
  ...Object.entries(regions),
  ['9', 'Região não identificada'],
]);
const regionName = (code: string) => regionNames.get(code) ?? code;

export const region = filter({
  part: 'place',
  fields: {
    regiao: optional(codeText.pipe(z.string().regex(/^[1-59]$/, 'A região é um número de 1 a 5.'))),
  },
  describe: ({ regiao }) => describeOnce('regiao', regiao, regionName),
  leftOut: null,
  form: { group: 'place', control: { kind: 'region' } },
});

const ufField = optional(
  z
    .string()
    .transform((uf) => uf.toUpperCase())
    .pipe(z.string().regex(/^[A-Z]{2}$/, 'Informe a sigla do estado, por exemplo SP.')),
);

export const uf = filter<
  { uf: typeof ufField },
  { readonly uf: undefined; readonly municipios: undefined }
>({
  part: 'place',
  fields: { uf: ufField },
  // A municipality may be given by name, which is ambiguous without its state.
  describe: (asked) =>
    asked.uf === undefined
      ? []
      : [{ key: 'uf', text: asked.uf, without: { uf: undefined, municipios: undefined } }],
  leftOut: null,
  form: { group: 'place', control: { kind: 'state' } },
});

export const municipalities = filter({
  part: 'place',
  fields: {
    municipios: optional(
      z
        .array(codeText.pipe(z.string().trim().min(1).max(80)))
        .max(200, 'Escolha até 200 municípios.'),
    ),
  },
  describe: ({ municipios = [] }, names) =>
    municipios.map((code) => ({
      key: `municipio ${code}`,
      text: names.municipalities.get(code) ?? code,
      without: { municipios: withoutCode(municipios, code) },
    })),
  leftOut: null,
  form: { group: 'place', control: { kind: 'municipalities' } },
  // Normalised to the form of the field: IBGE's seventh digit is only a check digit of the other six.
  lists: { municipios: (item) => (/^\d{7}$/.test(item) ? item.slice(0, 6) : item) },
  typed: { municipios: 'municípios' },
});

const fewestToCount = 6;

interface AskedPlace {
  readonly regiao?: string | undefined;
  readonly uf?: string | undefined;
  readonly municipios?: readonly string[] | undefined;
}

/** The place in a few words; also for the whole country. */
export function placeText(asked: AskedPlace, names: QuestionNames): string {
  const { regiao, uf: state, municipios = [] } = asked;
  if (municipios.length >= fewestToCount) {
    return `${municipios.length} municípios de ${state ?? 'vários estados'}`;
  }
  if (municipios.length > 0) {
    const list = municipios.map((code) => names.municipalities.get(code) ?? code).join(', ');
    return state === undefined ? list : `${list} (${state})`;
  }
  if (state !== undefined) return state;
  return regiao === undefined ? 'Brasil' : regionName(regiao);
}
