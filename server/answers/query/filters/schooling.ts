import { schoolingLevels, type SchoolingGroup } from '../../../../shared/codes/codes.ts';
import { fileCodesOfSchooling, identifiedSchoolingCodes } from '../../../reference/schooling.ts';
import { among, type LineFilter, type FileTest } from './line-filter.ts';

export const schooling: LineFilter<SchoolingGroup> = {
  resolve: ({ escolaridade }) => escolaridade ?? null,
  condition: (group) =>
    group === '80'
      ? {
          clause: 'schooling not in {identified:Array(UInt8)}',
          params: { identified: identifiedSchoolingCodes },
        }
      : among('schooling', 'schooling', 'UInt8', fileCodesOfSchooling(group)),
  tests: (group) => [ofGroups([group])],
};

/** By level, which stands for several groups. */
export const schoolingLevel: LineFilter<readonly SchoolingGroup[]> = {
  resolve: ({ nivelEscolaridade }) =>
    nivelEscolaridade === undefined ? null : schoolingLevels[nivelEscolaridade].groups,
  condition: (groups) =>
    among('schooling', 'schoolingLevel', 'UInt8', groups.flatMap(fileCodesOfSchooling)),
  tests: (groups) => [ofGroups(groups)],
};

function ofGroups(groups: readonly SchoolingGroup[]): FileTest {
  const codes = new Set(groups.map((group) => (group === '80' ? 0 : Number(group))));
  return { code: 'schooling', passes: (code) => codes.has(code) };
}
