import { officialNames } from '../../../shared/finder/cbo/official-names.ts';
import type { SearchFilters, TextFound } from '../../../shared/contracts/search.ts';
import type { FoundOccupation } from '../../../shared/finder/find-occupations.ts';
import {
  maybeDigitCodes,
  occupationItem,
  searchOccupations,
} from '../../reference/occupation-search.ts';

const maxAreas = 4;
/** Digits of a subgrupo: "212" are the professionals of computing. */
const areaDigits = 3;

/**
 * The matches of a query's text, and by code the name that matched an occupation, where it is not the title. Undefined
 * for no text or one of digits.
 */
export function maybeTextMatches({ searchQuery }: SearchFilters) {
  if (searchQuery === undefined || maybeDigitCodes(searchQuery) !== undefined) return undefined;
  const found = searchOccupations(searchQuery);
  const meant = found.filter(({ isMeant }) => isMeant);
  return {
    found: {
      leftOut: [...(meant[0]?.leftOut ?? [searchQuery])],
      alike: found.filter(({ isLookalike }) => isLookalike).map(occupationItem),
      areas: meant.length > 0 ? [] : areasOf(found),
    },
    otherNames: new Map(
      meant.flatMap(({ code, name }) => (name.isTitle ? [] : [[code, name.text] as const])),
    ),
  };
}

/** The subgroups of the occupations found; the CBO's ten large groups if none was found. */
function areasOf(found: readonly FoundOccupation[]): TextFound['areas'] {
  const near = [...new Set(found.map(({ code }) => code.slice(0, areaDigits)))].slice(0, maxAreas);
  const codes = near.length > 0 ? near : Object.keys(officialNames.groups).filter(isLargest);
  return codes.flatMap((codigo) => {
    const nome = officialNames.groups[codigo];
    return nome === undefined ? [] : [{ codigo, nome }];
  });
}

const isLargest = (code: string) => code.length === 1;
