import type { LineFields } from './official-file.ts';
import { seededRandom } from './random.ts';

const random = seededRandom('odd lines');
const oneOf = <Value>(...values: readonly Value[]): Value => {
  const found = values[Math.floor(random() * values.length)];
  if (found === undefined) throw new RangeError('There is nothing to draw from.');
  return found;
};

/** A line with usual and unusual values: each filter matches some lines and not others. */
function oddLine(month: string): LineFields {
  const state = oneOf('35', '33', '11');
  const region = { 35: '3', 33: '3', 11: '1' }[state];
  return {
    month,
    declared_month: month,
    region: oneOf(region, region, '9'),
    uf: oneOf(state, state, state, state, state, state, state, '99', ''),
    municipality: oneOf(
      `${state}${oneOf('0010', '0020', '9999')}`,
      `${state}0010`,
      oneOf('', '4294967294', '999999', '100010'),
    ),
    section: oneOf('G', 'C', 'Z', ''),
    subclass: oneOf('4781400', '1091102', '9999999', ''),
    balance: oneOf('1', '1', '-1'),
    cbo: oneOf('521110', '521125', '411005', '521110', '521110', '', '4294967294'),
    category: oneOf('101', '103', '106', '111'),
    schooling: oneOf('7', '8', '1', '80', '99'),
    age: oneOf('17', '18', '25', '40', '56', ''),
    hours: oneOf('44,00', '40,00', '20,00', '39,50', ''),
    race: oneOf('1', '3', '9'),
    sex: oneOf('1', '3', '9'),
    employer_type: oneOf('0', '2', '9'),
    establishment_type: oneOf('1', '3', '4'),
    movement_type: oneOf('10', '20', '97'),
    origin: oneOf('1', '2', '3'),
    disability: oneOf('0', '0', '4', '9'),
    intermittent: oneOf('0', '0', '0', '1'),
    part_time: oneOf('0', '0', '1'),
    apprentice: oneOf('0', '0', '1'),
    company_size: oneOf('1', '5', '9', '99'),
    salary: oneOf(
      '1320,00',
      '1320,00',
      `${Math.floor(random() * 900_000)},${oneOf('00', '07')}`,
      `${1400 + Math.floor(random() * 2000)},00`,
      '0,00',
      '',
    ),
  };
}

/** `count` odd lines of a month, the same for the same sequence of calls. */
export const oddLines = (month: string, count: number): LineFields[] =>
  Array.from({ length: count }, () => oddLine(month));
