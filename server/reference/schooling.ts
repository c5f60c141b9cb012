import type { SchoolingGroup } from '../../shared/codes/codes.ts';
import { keysOf } from '../../shared/codes/keys.ts';

/**
 * The file's `graudeinstrução` codes of each of the product's schooling groups. The two numberings overlap without
 * agreeing (9 is a degree in the file and a master's in the product), so every conversion must use this map. Group 80
 * also includes empty fields and codes outside the dictionary, which no list can hold: to select it, select null or any
 * code not in `identifiedSchoolingCodes`.
 */
const fileCodes: Readonly<Record<SchoolingGroup, readonly number[]>> = {
  1: [1],
  2: [2, 3, 4],
  3: [5],
  4: [6],
  5: [7],
  6: [8],
  7: [9],
  8: [80],
  9: [10],
  10: [11],
  80: [99],
};

/** Every file code that names a degree of schooling, ascending: all but 99. */
export const identifiedSchoolingCodes: readonly number[] = Object.values(fileCodes)
  .flat()
  .filter((code) => code !== 99)
  .toSorted((a, b) => a - b);

export const fileCodesOfSchooling = (group: SchoolingGroup): readonly number[] => fileCodes[group];

/** The product's group of a file code; 99, empty (null) and unknown codes are 80, "Não informado". */
export const schoolingOfFileCode = (code: number | null): SchoolingGroup =>
  keysOf(fileCodes).find((group) => fileCodes[group].some((own) => own === code)) ?? '80';
