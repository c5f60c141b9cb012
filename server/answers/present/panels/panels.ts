import type { Panels } from '../../../../shared/contracts/panels.ts';
import type { CountedPay } from '../../query/engine/counted-pay.ts';
import type { Question } from '../../query/salary-query.ts';
import { companySizePanel, sectorPanel } from './employers.ts';
import { familyPanel } from './family.ts';
import { askedFamily } from '../../query/panel-queries.ts';
import { agePanel, genderPanel, schoolingPanel } from './people.ts';
import { regionalPanel } from './regional.ts';
import { trendPanel } from './trend.ts';

/** Every panel of a response, from the counted groups. */
export function panelsOf(question: Question, groups: CountedPay['groups']): Panels {
  const family = askedFamily(question);
  return {
    regional: regionalPanel(question, {
      state: groups('state'),
      municipality: groups('municipality'),
      country: groups('country'),
    }),
    companySize: companySizePanel(question, groups('companySize')),
    trend: trendPanel(question, groups('month')),
    gender: genderPanel(question, groups('sex')),
    schooling: schoolingPanel(question, groups('schooling')),
    age: agePanel(question, groups('age')),
    sector: sectorPanel(question, groups(question.section === null ? 'section' : 'subclass')),
    family: family === null ? null : familyPanel(question, family, groups('occupation')),
  };
}
