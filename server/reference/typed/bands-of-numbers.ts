import { ageBands, hoursBands } from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';

const isNear = (requested: number | null, bound: number | null): boolean =>
  requested === null || bound === null ? requested === bound : Math.abs(requested - bound) <= 2;

/** The band whose ends are at most two years from those of the text; none for ages outside 14 to 99. */
export function ages(
  from: number | null,
  to: number | null,
): Partial<SearchFilters> | null | undefined {
  if ([from, to].some((age) => age !== null && (age < 14 || age > 99))) return undefined;
  const faixaEtaria = keysOf(ageBands).find((band) => {
    const range = ageBands[band];
    const isYoungest = range.from === 18;
    return (isNear(from, range.from) || (isYoungest && from === null)) && isNear(to, range.to);
  });
  return faixaEtaria === undefined ? null : { faixaEtaria };
}

export function ageOf(years: number): Partial<SearchFilters> | null | undefined {
  if (years < 14 || years > 99) return undefined;
  const faixaEtaria = keysOf(ageBands).find((band) => {
    const { from, to } = ageBands[band];
    return years >= from && (to === null || years <= to);
  });
  return faixaEtaria === undefined ? null : { faixaEtaria };
}

/** The band of a number of weekly hours; fewer than ten are hours of a day, which no filter has. */
export function hoursOf(hours: number): Partial<SearchFilters> | null {
  if (hours < 10 || hours > 99) return null;
  const horas = keysOf(hoursBands).find((band) => {
    const { to } = hoursBands[band];
    return to === null || hours * 100 <= to;
  });
  return horas === undefined ? null : { horas };
}
