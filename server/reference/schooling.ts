import type { SchoolingGroup } from '../../shared/codes/codes.ts';

/**
 * The file's `graudeinstrução` codes of each of the product's schooling groups. The two numberings overlap without
 * agreeing (9 is a degree in the file and a master's in the product), so every conversion must use this map. Group 80
 * also includes empty fields and codes outside the dictionary, which no list can hold: to select it, select null or any
 * code not in `identifiedSchoolingCodes`.
 */
const groups: readonly (readonly [group: SchoolingGroup, fileCodes: readonly number[]])[] = [
  ['1', [1]],
  ['2', [2, 3, 4]],
  ['3', [5]],
  ['4', [6]],
  ['5', [7]],
  ['6', [8]],
  ['7', [9]],
  ['8', [80]],
  ['9', [10]],
  ['10', [11]],
  ['80', [99]],
];

const fileCodesByGroup = new Map(groups);

const groupByFileCode = new Map(
  groups.flatMap(([group, codes]) => codes.map((code) => [code, group] as const)),
);

/** Every file code that names a degree of schooling, ascending: all but 99. */
export const identifiedSchoolingCodes: readonly number[] = groups
  .filter(([group]) => group !== '80')
  .flatMap(([, codes]) => codes)
  .toSorted((a, b) => a - b);

export function fileCodesOfSchooling(group: SchoolingGroup): readonly number[] {
  return fileCodesByGroup.get(group) ?? [];
}

/** The product's group of a file code; 99, empty (null) and unknown codes are 80, "Não informado". */
export function schoolingOfFileCode(code: number | null): SchoolingGroup {
  return (code === null ? undefined : groupByFileCode.get(code)) ?? '80';
}
