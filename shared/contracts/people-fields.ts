import { z } from 'zod';

/** Fields of people and pages that several contracts share, with their Portuguese messages. */

const invalidEmail = 'Email inválido';
const missing = 'Preencha todos os campos obrigatórios';

const emailOf = (whenMissing: string) =>
  z
    .string(whenMissing)
    .trim()
    .min(1, whenMissing)
    .max(254, invalidEmail)
    .pipe(z.email(invalidEmail));

export const emailField = emailOf(invalidEmail);
/** In a form whose other fields are required too. */
export const requiredEmail = emailOf(missing);

/** Invisible characters: controls, zero widths and bidirectional marks, unpaired surrogates. */
const unseenCharacters = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

export const withoutUnseenCharacters = (text: string) => text.replaceAll(unseenCharacters, '');
export const hasUnseenCharacters = (text: string) => withoutUnseenCharacters(text) !== text;
export const unseenCharactersSentence = 'Este campo tem caracteres inválidos.';

/** A line of typed text without invisible characters, trimmed. */
export const maybeEmptyLine = (longest: number, whenMissing: string) =>
  z
    .string(whenMissing)
    .trim()
    .max(longest, `Use até ${longest} caracteres neste campo.`)
    .refine((text) => !hasUnseenCharacters(text), unseenCharactersSentence);

/** The same, not empty. */
export const textLine = (longest: number, whenMissing: string) =>
  maybeEmptyLine(longest, whenMissing).min(1, whenMissing);

export const searchWords = z
  .string('Informe o texto a procurar.')
  .trim()
  .max(120, 'Use até 120 caracteres na pesquisa.');

/** A month (AAAAMM) of the registry. */
export const monthField = z
  .string('Informe o mês no formato AAAAMM.')
  .regex(/^20\d{2}(0[1-9]|1[0-2])$/, 'Informe o mês no formato AAAAMM, por exemplo 202607.');

/** A first or a last name. */
export const nameField = textLine(80, missing);

/** The largest value of an integer column in every app database. */
export const maxInteger = 2_147_483_647;

/** The row's version that the editor saw; if the stored row is newer, the server returns 409 `stale_version`. */
export const seenVersion = z.number().int().min(1).max(maxInteger).optional();

/** The response to an act with no other result. */
export const Done = z.object({ message: z.string() });
export type Done = z.infer<typeof Done>;

/** A whole number from 1, in JSON or in an address; a list or `true` is rejected. */
export const countingNumber = (max: number, message: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      ],
      message,
    )
    .pipe(z.number(message).int(message).min(1, message).max(max, message));

export const pageNumber = countingNumber(10_000_000, 'A página é um número a partir de 1.');

/** The requested page of a list: the first one, with the `usual` number of items, unless the query states another. */
export const pageQuery = (longest: number, usual: number) => ({
  page: pageNumber.default(1),
  pageSize: countingNumber(longest, `Peça de 1 a ${longest} itens por página.`).default(usual),
});

/** A whole number of a setting, both ends included. */
export const wholeIn = (low: number, high: number) => {
  const message = `Informe um número inteiro de ${low} a ${high}.`;
  return z.number(message).int(message).min(low, message).max(high, message);
};
