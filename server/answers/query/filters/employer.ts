import type { CompanySize } from '../../../../shared/codes/codes.ts';
import { employeeBandsOfSize, industrySections } from '../../../reference/company-size.ts';
import { placeOfSize } from './packed-codes.ts';
import { among, equal, type LineFilter, numbersOf } from './line-filter.ts';

/** By SEBRAE's criterion a band of employees means another size in industry. */
export const companySize: LineFilter<CompanySize> = {
  resolve: ({ porte }) => porte ?? null,
  condition: (size) => ({
    clause: `if(section in {industry:Array(String)},
        company_size in {industryBands:Array(UInt16)},
        company_size in {otherBands:Array(UInt16)})`,
    params: {
      industry: industrySections,
      industryBands: employeeBandsOfSize(size, 'industry'),
      otherBands: employeeBandsOfSize(size, 'other'),
    },
  }),
  tests: (size) => [{ code: 'companySize', passes: (code) => code === placeOfSize(size) }],
};

const notIdentified = 'Z';

/** By its letter; Z is not identified. An empty letter matches no section, not even Z. */
export const section: LineFilter<string> = {
  resolve: ({ secao }) => secao ?? null,
  condition: (letter) => equal('section', 'String', letter),
  tests: (letter) => [
    { code: 'section', passes: (code) => code === (letter.charCodeAt(0) & 31) },
    ...(letter === notIdentified
      ? [{ code: 'hasNoSection' as const, passes: (code: number) => code === 0 }]
      : []),
  ],
};

export const subclasses: LineFilter<readonly number[]> = {
  resolve: ({ cnaes }) => numbersOf(cnaes),
  condition: (codes) => among('subclass', 'subclasses', 'UInt32', codes),
  tests: (codes) => [{ column: 'subclass', codes }],
};
