import { traitFields } from '../../warehouse/traits.ts';

/** How many groups each dimension may have, and where they stand among all groups. */
export interface GroupPlaces {
  readonly sex: number;
  readonly age: number;
  readonly schooling: number;
  readonly companySize: number;
  readonly state: number;
  readonly section: number;
  readonly country: number;
  readonly month: number;
  readonly municipality: number;
  readonly subclass: number;
  readonly end: number;
}

export function groupPlaces(
  months: number,
  municipalities: number,
  subclasses: number,
): GroupPlaces {
  const { sex, age, schooling, companySize, state, section } = traitFields;
  let next = 0;
  const room = (groups: number) => {
    next += groups;
    return next - groups;
  };
  return {
    sex: room(2 ** sex.bits),
    age: room(2 ** age.bits),
    schooling: room(2 ** schooling.bits),
    companySize: room(2 ** companySize.bits),
    state: room(2 ** state.bits),
    section: room(2 ** section.bits),
    country: room(1),
    month: room(months),
    municipality: room(municipalities),
    subclass: room(subclasses),
    end: next,
  };
}
