import type { Panels } from '../../../shared/panels.ts';
import type { QueryLimits, Warehouse } from '../../warehouse/warehouse.ts';
import type { Question } from '../question.ts';
import type { DimensionName } from './dimensions.ts';
import { companySizePanel, sectorPanel } from './employers.ts';
import { askedFamily, familyPanel, familyQuestion } from './family.ts';
import { ownFilters, withoutFilters } from './own-filters.ts';
import { groupedPay, type GroupedPay, type PayGroup, type Scan } from './pay-groups.ts';
import { agePanel, genderPanel, schoolingPanel } from './people.ts';
import { regionalPanel, shownState } from './regional.ts';
import { trendPanel, trendQuestion } from './trend.ts';

/**
 * Every panel of an answer. Each is about the question without the filters of its own dimension; those that
 * thereby ask the same share one scan.
 */
export async function panelsOf(
  warehouse: Warehouse,
  question: Question,
  limits: QueryLimits,
): Promise<Panels> {
  const scans = scansOf(question);
  const found = await Promise.all(scans.map((scan) => groupedPay(warehouse, scan, limits)));
  const groups = gathered(found);
  const family = askedFamily(question);
  return {
    regional: regionalPanel(question, {
      state: groups('state'),
      municipality: groups('municipality'),
      country: groups('country'),
    }),
    companySize: companySizePanel(groups('companySize')),
    trend: trendPanel(question, groups('month')),
    gender: genderPanel(groups('sex')),
    schooling: schoolingPanel(groups('schooling')),
    age: agePanel(groups('age')),
    sector: sectorPanel(
      question.section,
      groups(question.section === null ? 'section' : 'subclass'),
    ),
    family: family === null ? null : familyPanel(question, family, groups('occupation')),
  };
}

/** Which questions to count, and by which dimensions. */
function scansOf(question: Question): Scan[] {
  const state = shownState(question);
  const family = askedFamily(question);
  const byQuestion = new Map<Question, DimensionName[]>();
  const ask = (asked: Question, ...dimensions: DimensionName[]) => {
    byQuestion.set(asked, [...(byQuestion.get(asked) ?? []), ...dimensions]);
  };
  const everywhere = withoutFilters(question, ownFilters.place);
  ask(everywhere, 'country', 'state');
  if (state !== null) ask(everywhere, 'municipality');
  ask(withoutFilters(question, ownFilters.companySize), 'companySize');
  ask(withoutFilters(question, ownFilters.gender), 'sex');
  ask(withoutFilters(question, ownFilters.schooling), 'schooling');
  ask(withoutFilters(question, ownFilters.age), 'age');
  if (question.section === null) ask(withoutFilters(question, ownFilters.sector), 'section');
  else ask(withoutFilters(question, ownFilters.subclass), 'subclass');
  ask(trendQuestion(question), 'month');
  if (family !== null) ask(familyQuestion(question, family), 'occupation');
  return [...byQuestion].map(([asked, dimensions]) => ({
    question: asked,
    dimensions,
    shownState: state,
  }));
}

function gathered(found: readonly GroupedPay[]) {
  const all = new Map(found.flatMap((grouped) => [...grouped]));
  const none: ReadonlyMap<number, PayGroup> = new Map();
  return (dimension: DimensionName) => all.get(dimension) ?? none;
}
