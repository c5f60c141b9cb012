import { z } from 'zod';

/**
 * Portuguese sentences for schema errors without their own sentence. Importing this module sets them for the whole
 * process.
 */
z.config({
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys')
      return `Campo desconhecido: ${unknownField(issue.keys)}.`;
    if (issue.code === 'invalid_type') {
      return issue.input === undefined
        ? 'Preencha este campo.'
        : 'O valor deste campo não tem o tipo esperado.';
    }
    return sentences[issue.code] ?? 'O valor deste campo não é válido.';
  },
});

const sentences: Readonly<Record<string, string>> = {
  too_small: 'O valor deste campo é pequeno ou curto demais.',
  too_big: 'O valor deste campo é grande ou longo demais.',
  invalid_format: 'O valor deste campo não está no formato esperado.',
  invalid_value: 'O valor deste campo não é um dos aceitos.',
};

/** The first unknown field's name, truncated to 60 characters. */
export const unknownField = (keys: readonly PropertyKey[]) => String(keys[0]).slice(0, 60);
