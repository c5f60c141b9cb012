import { getCbo } from '@brazilian-utils/brazilian-utils/get-cbo';

/**
 * The 2,694 occupations of CBO 2002 (Ministério do Trabalho e Emprego), from the MIT package
 * `@brazilian-utils/brazilian-utils`, whose table only answers look-ups by code.
 */
export interface Occupation {
  /** Six digits, leading zeros kept. */
  readonly code: string;
  readonly title: string;
}

let table: ReadonlyMap<string, Occupation> | undefined;

/** Every occupation, by ascending code; listed on the first call and kept. */
export function allOccupations(): readonly Occupation[] {
  return [...occupationTable().values()];
}

/** The official title of a six-digit code; undefined for a code that the table lacks, which files may carry. */
export function occupationTitle(code: string): string | undefined {
  return occupationTable().get(code)?.title;
}

function occupationTable(): ReadonlyMap<string, Occupation> {
  table ??= new Map(listOccupations().map((occupation) => [occupation.code, occupation]));
  return table;
}

// A family is the first four digits, and each has a code that ends in 0 or 5: asking for those first finds
// the families in a fifth of the look-ups, and only they are then asked for all their hundred codes.
function listOccupations(): Occupation[] {
  const occupations: Occupation[] = [];
  for (let family = 0; family < 10_000; family++) {
    if (!isFamily(family)) continue;
    for (let ending = 0; ending < 100; ending++) {
      const found = getCbo(family * 100 + ending);
      if (found) occupations.push({ code: found.code, title: tidy(found.description) });
    }
  }
  return occupations;
}

function isFamily(family: number): boolean {
  for (let ending = 0; ending < 100; ending += 5) {
    if (getCbo(family * 100 + ending)) return true;
  }
  return false;
}

const tidy = (title: string) => title.replace(/\s+/g, ' ').trim();
