import { z } from 'zod';
import { regions } from '../codes/codes.ts';
import { codeText, filter, optional, describeOnce, type QueryNames } from './filter.ts';

const regionNames = new Map<string, string>([
  ...Object.entries(regions),
  ['9', 'Região não identificada'],
]);
const regionName = (code: string) => regionNames.get(code) ?? code;

export const region = filter({
  part: 'place',
  fields: {
    regiao: optional(codeText.pipe(z.string().regex(/^[1-59]$/, 'A região é de 1 a 5, ou 9.'))),
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
  describe: (filters) =>
    filters.uf === undefined
      ? []
      : [{ key: 'uf', text: filters.uf, without: { uf: undefined, municipios: undefined } }],
  leftOut: null,
  form: { group: 'place', control: { kind: 'state' } },
});

const municipalityFields = {
  regiaoIbge: optional(
    codeText.pipe(
      z
        .string()
        .regex(/^\d{4}(\d{2})?$/, 'A região do IBGE tem um código de quatro ou seis dígitos.'),
    ),
  ),
  municipios: optional(
    z
      .array(codeText.pipe(z.string().trim().min(1).max(80)))
      .max(200, 'Escolha até 200 municípios.'),
  ),
};
type MunicipalityFields = typeof municipalityFields;

/** Municipalities one by one, or those of one of IBGE's regions of 2017: immediate (six digits) or intermediate (four). */
export const municipalities = filter<
  MunicipalityFields,
  { readonly regiaoIbge?: undefined } | { readonly municipios: undefined }
>({
  part: 'place',
  fields: municipalityFields,
  describe: ({ regiaoIbge, municipios = [] }, names) => [
    ...describeOnce('regiaoIbge', regiaoIbge, (code) => ibgeRegionText(code, names)),
    ...municipios.map((code) => ({
      key: `municipio ${code}`,
      text: names.municipalities.get(code) ?? code,
      without: { municipios: undefined },
    })),
  ],
  leftOut: null,
  form: { group: 'place', control: { kind: 'municipalities' } },
  // Normalised to the form of the field: IBGE's seventh digit is only a check digit of the other six.
  lists: { municipios: (item) => (/^\d{7}$/.test(item) ? item.slice(0, 6) : item) },
  typed: { municipios: 'municípios' },
});

const minToCount = 6;

const ibgeRegionText = (code: string, { ibgeRegions }: QueryNames) =>
  ibgeRegions.get(code) ?? `Região ${code} do IBGE`;

/** The first two digits of a code are the state. Without a state, every municipality is given by its code. */
const statesText = (municipios: readonly string[]) =>
  new Set(municipios.map((code) => code.slice(0, 2))).size === 1
    ? 'um só estado'
    : 'vários estados';

interface PlaceFilters {
  readonly regiao?: string | undefined;
  readonly regiaoIbge?: string | undefined;
  readonly uf?: string | undefined;
  readonly municipios?: readonly string[] | undefined;
}

/** The place in a few words; also for the whole country. */
export function placeText(filters: PlaceFilters, names: QueryNames): string {
  const { regiao, regiaoIbge, uf: state, municipios = [] } = filters;
  if (municipios.length >= minToCount) {
    return `${municipios.length} municípios de ${state ?? statesText(municipios)}`;
  }
  if (municipios.length > 0) {
    const list = municipios.map((code) => names.municipalities.get(code) ?? code).join(', ');
    return state === undefined ? list : `${list} (${state})`;
  }
  if (regiaoIbge !== undefined) {
    const name = ibgeRegionText(regiaoIbge, names);
    return state === undefined ? name : `${name} (${state})`;
  }
  if (state !== undefined) return state;
  return regiao === undefined ? 'Brasil' : regionName(regiao);
}

/** The change that removes every filter of the place. */
export const noPlace = {
  regiao: undefined,
  uf: undefined,
  regiaoIbge: undefined,
  municipios: undefined,
} as const;
