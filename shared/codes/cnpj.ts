/**
 * CNPJ, the registry number of companies: 12 characters and two check digits. Since July 2026 the 12 may be
 * letters or digits (Receita Federal, IN RFB 2.229/2024); the old ones are digits only and stay valid.
 */
const form = /^[0-9A-Z]{12}\d{2}$/;
const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2] as const;

/** A CNPJ as it is stored: upper case, without dots, slash, hyphen and spaces. */
export const normalisedCnpj = (text: string) => text.replace(/[\s./-]/g, '').toUpperCase();

/** Whether a normalised text is a CNPJ: its form, and its check digits. */
export function isCnpj(cnpj: string): boolean {
  if (!form.test(cnpj) || /^(.)\1*$/.test(cnpj)) return false;
  const first = checkDigit(cnpj.slice(0, 12));
  return cnpj.endsWith(`${first}${checkDigit(cnpj.slice(0, 12) + first)}`);
}

/** Modulo 11 over each character's ASCII code less 48, so that digits count as themselves and A as 17. */
function checkDigit(text: string): number {
  const own = weights.slice(weights.length - text.length);
  const sum = own.reduce(
    (total, weight, index) => total + weight * (text.charCodeAt(index) - 48),
    0,
  );
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** For reading: `12.ABC.345/01DE-35`; anything that is not 14 characters is left as it is. */
export const formatCnpj = (cnpj: string) =>
  cnpj.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5');
