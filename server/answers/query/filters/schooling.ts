import { schoolingLevels, type SchoolingGroup } from '../../../../shared/codes/codes.ts';
import { fileCodesOfSchooling, identifiedSchoolingCodes } from '../../../reference/schooling.ts';
import { type LineFilter, type FileTest } from './line-filter.ts';

export const schooling: LineFilter<SchoolingGroup> = {
  resolve: ({ escolaridade }) => escolaridade ?? null,
  condition: (group) =>
    group === '80'
      ? {
          clause: 'schooling not in {identified:Array(UInt8)}',
          params: { identified: identifiedSchoolingCodes },
        }
      : {
          clause: 'schooling in {schooling:Array(UInt8)}',
          params: { schooling: fileCodesOfSchooling(group) },
        },
  tests: (group) => [ofGroups([group])],
};

/** By level, which stands for several groups. */
export const schoolingLevel: LineFilter<readonly SchoolingGroup[]> = {
  resolve: ({ nivelEscolaridade }) =>
    nivelEscolaridade === undefined ? null : schoolingLevels[nivelEscolaridade].groups,
  condition: (groups) => ({
    clause: 'schooling in {schoolingLevel:Array(UInt8)}',
    params: { schoolingLevel: groups.flatMap(fileCodesOfSchooling) },
  }),
  tests: (groups) => [ofGroups(groups)],
};

function ofGroups(groups: readonly SchoolingGroup[]): FileTest {
  const codes = new Set(groups.map((group) => (group === '80' ? 0 : Number(group))));
  return { code: 'schooling', passes: (code) => codes.has(code) };
}
