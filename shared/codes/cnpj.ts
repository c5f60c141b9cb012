import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';

/** A CNPJ as it is stored: upper case, without dots, slash, hyphen and spaces. */
export const normalisedCnpj = (text: string) => text.replace(/[\s./-]/g, '').toUpperCase();

/**
 * Whether a normalised text is a CNPJ, the registry number of companies: its form, and its two check digits. Since July
 * 2026 the 12 characters before them may be letters or digits (Receita Federal, IN RFB 2.229/2024).
 */
export const isCnpj = (cnpj: string) => isValidCnpj(cnpj, { version: 2 });

/** For reading: `12.ABC.345/01DE-35`; anything that is not 14 characters is left as it is. */
export const formatCnpj = (cnpj: string) =>
  cnpj.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5');
