import type { FoundOccupation, Commonness } from '../../shared/finder/find-occupations.ts';
import type { OccupationItem } from '../../shared/contracts/reference.ts';
import { maybeDigitCodes, searchOccupations } from './occupation-search.ts';
import { occupationTitle } from './occupations.ts';

/** The occupations that a text finds, as a list of choices, best first; digits are codes. */
export function occupationItems(text: string, commonness?: Commonness): OccupationItem[] {
  const family = maybeDigitCodes(text);
  if (family !== undefined) return family.map(titled);
  return searchOccupations(text, commonness).map(occupationItem);
}

/** An occupation that a text found; if not by its title, with how it was found. */
export const occupationItem = (found: FoundOccupation): OccupationItem => ({
  ...titled(found.code),
  ...(!found.name.isTitle && { sinonimo: found.name.text }),
  ...(found.leftOut.length > 0 && { ignoradas: [...found.leftOut] }),
  ...(found.isLookalike && { parecida: true }),
});

const titled = (codigo: string) => ({ codigo, titulo: occupationTitle(codigo) ?? codigo });
