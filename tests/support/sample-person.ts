import type { PlacedPerson } from '../../client/features/payroll/market/placed-people.ts';
import type { Person } from '../../client/features/payroll/reading/read-people.ts';

const somePerson: Person = {
  row: 2,
  identification: '',
  title: '',
  jobKey: '',
  area: '',
  sex: null,
  municipality: null,
  uf: null,
  centavos: 200_000,
  hours: 4400,
  hasUsualHours: false,
  hired: null,
};

/** A person of a payroll with 44 hours a week, beside a cell of the market or without one. */
export function samplePerson(
  own: Partial<Person>,
  placed: Partial<Omit<PlacedPerson, 'person'>> & Pick<PlacedPerson, 'cell'>,
): PlacedPerson {
  const person = { ...somePerson, ...own };
  return {
    person,
    code: '521110',
    confidence: 'igual',
    estimate: null,
    isTownOmitted: false,
    equalised: person.centavos,
    percentile: null,
    ...placed,
  };
}
