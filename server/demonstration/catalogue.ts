import { sectionOfSubclass } from '../reference/cnae-sections.ts';
import { findMunicipality } from '../reference/municipalities.ts';
import { stateOfSigla } from '../reference/states.ts';
import { occupationRows, type OccupationRow } from './occupations.ts';
import { placeRows } from './places.ts';
import { hoursShares, schoolingShares, wholePayHours, type Shares } from './profiles.ts';
import { weighted, type Random } from './random.ts';

/** A place by the file's codes, and how it pays against the country. */
export interface Place {
  readonly region: string;
  readonly state: string;
  readonly municipality: string;
  readonly payFactor: number;
}

export interface Employer {
  readonly section: string;
  /** In the file's form, without leading zeros. */
  readonly subclass: string;
}

export interface Occupation {
  readonly code: string;
  /** In the file's form, without leading zeros. */
  readonly fileCode: string;
  /** Centavos of the table's month, whole time. */
  readonly pay: number;
  readonly spread: number;
  readonly womenShare: number;
  /** Weekly hours in hundredths from which pay is whole. */
  readonly wholePayHours: number;
  readonly isGraduate: boolean;
  readonly drawSchooling: (random: Random) => number;
  readonly drawHours: (random: Random) => number;
  readonly drawEmployer: (random: Random) => Employer;
}

/** A CBO or CNAE code as the official files write it: as a number. */
export const fileCode = (code: string) => String(Number(code));

const placeShares: Shares<Place> = placeRows.flatMap(([uf, weight, payFactor, municipalities]) => {
  const total = Object.values(municipalities).reduce((sum, share) => sum + share, 0);
  return Object.entries(municipalities).map(
    ([name, share]) => [placeOf(uf, name, payFactor), (weight * share) / total] as const,
  );
});

const occupations = occupationRows.map(occupationOf);
const occupationsByCode = new Map(occupations.map((occupation) => [occupation.code, occupation]));

/** Draws a municipality, the larger ones of the larger states more often. */
export const drawPlace = weighted(placeShares);

/** Draws an occupation, the commoner ones more often. */
export const drawOccupation = weighted(
  occupations.map((occupation, index) => [occupation, occupationRows[index]?.[1] ?? 0] as const),
);

/** An occupation of the demonstration by its six-digit code; throws for one that it lacks. */
export function demonstrationOccupation(code: string): Occupation {
  const occupation = occupationsByCode.get(code);
  if (!occupation) throw new RangeError(`the demonstration has no occupation ${code}`);
  return occupation;
}

function placeOf(uf: string, name: string, payFactor: number): Place {
  const state = stateOfSigla(uf);
  const municipality = findMunicipality(uf, name);
  if (!state || !municipality) throw new RangeError(`there is no municipality ${name} in ${uf}`);
  return { region: state.regiao, state: state.codigo, municipality: municipality.code, payFactor };
}

function occupationOf(row: OccupationRow): Occupation {
  const [code, , pay, spread, womenPercent, schooling, hours, subclasses] = row;
  return {
    code,
    fileCode: fileCode(code),
    pay: pay * 100,
    spread,
    womenShare: womenPercent / 100,
    wholePayHours: wholePayHours[hours],
    isGraduate: schooling === 'degree',
    drawSchooling: weighted(schoolingShares[schooling]),
    drawHours: weighted(hoursShares[hours]),
    drawEmployer: weighted(employerShares(subclasses)),
  };
}

function employerShares(subclasses: string): Shares<Employer> {
  return subclasses.split(' ').map((subclass, rank) => {
    const section = sectionOfSubclass(subclass);
    if (!section) throw new RangeError(`there is no CNAE section of subclass ${subclass}`);
    return [{ section, subclass: fileCode(subclass) }, 1 / (1 + rank)] as const;
  });
}
