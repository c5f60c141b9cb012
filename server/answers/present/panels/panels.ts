import type { Panels } from '../../../../shared/contracts/panels.ts';
import type { CountedPay } from '../../query/engine/counted-pay.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { companySizePanel, sectorPanel } from './employers.ts';
import { familyPanel } from './family.ts';
import { recordsOf, selectedGroups } from './figures.ts';
import { singleFamily } from '../../query/panel-queries.ts';
import { agePanel, genderPanel, schoolingPanel } from './people.ts';
import { regionalPanel } from './regional.ts';
import { trendPanel } from './trend.ts';

export function panelsOf(query: SalaryQuery, groups: CountedPay['groups']): Panels {
  const family = singleFamily(query);
  const sexes = groups('sex');
  const selected = recordsOf(sexes, selectedGroups(query, 'sex', sexes));
  return {
    regional: regionalPanel(query, {
      states: groups('state'),
      towns: groups('municipality'),
      regions: groups('immediateRegion'),
      country: groups('country'),
      selected,
    }),
    companySize: companySizePanel(query, groups('companySize')),
    trend: trendPanel(query, groups('month')),
    gender: genderPanel(query, sexes),
    schooling: schoolingPanel(query, groups('schooling')),
    age: agePanel(query, groups('age')),
    sector: sectorPanel(query, groups(query.section === null ? 'section' : 'subclass'), selected),
    family: family === null ? null : familyPanel(query, family, groups('occupation')),
  };
}
