import { z } from 'zod';
import { companySizeLabels } from '../codes/codes.ts';
import { cnaeCode, CnaeItem, maxCnaes } from '../codes/cnae.ts';
import { isCnpj, normalisedCnpj } from '../codes/cnpj.ts';
import { keysOf } from '../codes/keys.ts';
import { maybeEmptyLine, pageQuery, searchWords, seenVersion, textLine } from './people-fields.ts';

/** Client companies. */

const sizeNames = keysOf(companySizeLabels);
const missing = 'Nome e CNPJ da empresa são obrigatórios';
const noCnae = 'Selecione pelo menos um CNAE para a empresa';
const principalElsewhere = {
  message: 'O CNAE principal deve ser um dos selecionados.',
  path: ['cnaePrincipal'],
};

const cnpjField = z
  .string(missing)
  .trim()
  .min(1, missing)
  .max(40, 'CNPJ inválido: confira os dígitos.')
  .transform(normalisedCnpj)
  .refine(isCnpj, 'CNPJ inválido: confira os dígitos.');
const industryField = maybeEmptyLine(120, 'Informe o setor.')
  .nullable()
  .transform((text) => text || null);
const cnaesField = z
  .array(cnaeCode, noCnae)
  .min(1, noCnae)
  .max(maxCnaes, `Limite máximo de ${maxCnaes} CNAEs atingido.`)
  .transform((codes) => [...new Set(codes)]);
const sizeField = z.enum(sizeNames, 'O porte é MICRO, PEQUENA, MEDIA ou GRANDE.');
const principalField = z.preprocess((code) => (code === '' ? null : code), cnaeCode.nullable());

export const Company = z.object({
  id: z.string(),
  name: z.string(),
  /** 14 characters without punctuation; see `formatCnpj`. */
  cnpj: z.string(),
  industry: z.string().nullable(),
  size: z.enum(sizeNames),
  cnaes: z.array(z.string()),
  cnaePrincipal: z.string().nullable(),
  /** Null for a company without a logo; `sha256` changes with the image. */
  logo: z.object({ width: z.number(), height: z.number(), sha256: z.string() }).nullable(),
  userCount: z.number(),
  version: z.number(),
});
export type Company = z.infer<typeof Company>;

export const CompanyListQuery = z.strictObject({
  /** Words of the name, or the first characters of the CNPJ. */
  search: searchWords.optional(),
  ...pageQuery(1000, 1000),
});
export type CompanyListQuery = z.infer<typeof CompanyListQuery>;

/** Without `cnaePrincipal`, the first of `cnaes` is the principal one. */
export const CreateCompany = z
  .strictObject({
    name: textLine(160, missing),
    cnpj: cnpjField,
    industry: industryField.default(null),
    size: sizeField.default('PEQUENA'),
    cnaes: cnaesField,
    cnaePrincipal: principalField.default(null),
  })
  .refine(
    ({ cnaes, cnaePrincipal }) => cnaePrincipal === null || cnaes.includes(cnaePrincipal),
    principalElsewhere,
  );
export type CreateCompany = z.infer<typeof CreateCompany>;

/** Limits of a logo: size in kibibytes, pixels per side, total pixels. */
export const maxLogoKilobytes = 512;
export const maxLogoSide = 4000;
export const maxLogoPixels = 4_000_000;

export const logoTooLarge = `O logotipo deve ter até ${maxLogoKilobytes} KB. Salve a imagem com menos pixels e envie outra vez.`;

/** A PNG or JPEG in base64. */
export const CompanyLogo = z.strictObject({
  content: z
    .base64('Envie o logotipo como PNG ou JPEG, em base64.')
    .min(1, 'Envie o logotipo como PNG ou JPEG, em base64.')
    .max(Math.ceil((maxLogoKilobytes * 1024) / 3) * 4, logoTooLarge),
});
export type CompanyLogo = z.infer<typeof CompanyLogo>;

/** The whole company: a form sends every field that it shows. */
export const UpdateCompany = CreateCompany.safeExtend({ version: seenVersion });
export type UpdateCompany = z.infer<typeof UpdateCompany>;

/** The signed-in user's company; null for a user without one. */
export const MyCompany = z.object({
  company: z
    .object({
      name: z.string(),
      /** The principal CNAE first. */
      cnaes: z.array(CnaeItem),
    })
    .nullable(),
});
export type MyCompany = z.infer<typeof MyCompany>;
