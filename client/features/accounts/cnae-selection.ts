import { mostCnaes } from '../../../shared/codes/cnae.ts';

/** A company's CNAEs, one of which is the principal. */
export type CnaeSelection = { cnaes: readonly string[]; cnaePrincipal: string | null };

export const noCnaes: CnaeSelection = { cnaes: [], cnaePrincipal: null };

export const isFull = ({ cnaes }: CnaeSelection) => cnaes.length >= mostCnaes;

/** The first CNAE selected becomes the principal if there is none. */
export function withCnae(selection: CnaeSelection, code: string): CnaeSelection {
  if (selection.cnaes.includes(code) || isFull(selection)) return selection;
  return {
    cnaes: [...selection.cnaes, code],
    cnaePrincipal: selection.cnaePrincipal ?? code,
  };
}

/** If the principal is removed, the first remaining CNAE replaces it. */
export function withoutCnae(selection: CnaeSelection, code: string): CnaeSelection {
  const cnaes = selection.cnaes.filter((other) => other !== code);
  const isPrincipal = selection.cnaePrincipal === code;
  return { cnaes, cnaePrincipal: isPrincipal ? (cnaes[0] ?? null) : selection.cnaePrincipal };
}

export function withPrincipal(selection: CnaeSelection, code: string): CnaeSelection {
  return selection.cnaes.includes(code) ? { ...selection, cnaePrincipal: code } : selection;
}
