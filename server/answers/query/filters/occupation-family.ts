/** A family's code is the first four of an occupation's six digits. */
export const codesOfFamily = 100;

export const familyOf = (occupation: number): number => Math.floor(occupation / codesOfFamily);
