import { minimumWageCentavos } from '../reference/minimum-wage.ts';
import {
  demonstrationOccupation,
  drawOccupation,
  drawPlace,
  type Occupation,
  type Place,
} from './catalogue.ts';
import { monthsBetween } from './months.ts';
import { payMonth } from './occupations.ts';
import * as profiles from './profiles.ts';
import { integerBetween, weighted, type Random } from './random.ts';
import { agreedPay, payInUnit, withDefects, type Pay } from './synthetic-pay.ts';

/** A movement of nobody, in the codes of the official files. */
export interface SyntheticMovement {
  /** AAAAMM. */
  readonly month: string;
  readonly region: string;
  readonly state: string;
  readonly municipality: string;
  readonly section: string;
  readonly subclass: string;
  readonly balance: 1 | -1;
  readonly occupation: string;
  readonly category: number;
  readonly schooling: number;
  readonly age: number | null;
  /** Weekly, in hundredths of an hour. */
  readonly hours: number;
  readonly race: number;
  readonly sex: 1 | 3 | 9;
  readonly employerKind: number;
  readonly establishmentKind: number;
  readonly movementKind: number;
  readonly disability: number;
  readonly intermittent: number;
  readonly partTime: number;
  readonly employeeBand: number;
  readonly apprentice: 0 | 1;
  readonly origin: number;
  readonly pay: Pay;
}

/** What a month gives to all its movements. */
export interface MonthConditions {
  readonly month: string;
  readonly admissionShare: number;
  readonly minimumWage: number;
  /** Levels of pay against those of the table's month; floors move once a year. */
  readonly payGrowth: number;
  readonly floorGrowth: number;
}

interface Worker {
  readonly occupation: Occupation;
  readonly age: number;
  readonly sex: 1 | 3;
  readonly schooling: number;
  readonly hours: number;
}

const drawAges = weighted(profiles.ageShares);
const drawCategory = weighted(profiles.categoryShares);
const drawUnit = weighted(profiles.unitShares);
const drawIntermittentUnit = weighted(profiles.intermittentUnitShares);
const drawApprenticeHours = weighted(profiles.apprenticeHoursShares);
const drawApprenticeOccupation = weighted(profiles.apprenticeOccupationShares);
const drawEmployeeBand = weighted(profiles.employeeBandShares);
const drawRace = weighted(profiles.raceShares);
const drawDisability = weighted(profiles.disabilityShares);
const drawAdmissionKind = weighted(profiles.admissionKindShares);
const drawSeparationKind = weighted(profiles.separationKindShares);

const unknownPlace: Place = { region: '9', state: '99', municipality: '999999', payFactor: 1 };

/** The conditions of a month (AAAAMM). */
export function monthConditions(month: string): MonthConditions {
  return {
    month,
    admissionShare: profiles.seasonality[Number(month.slice(4)) - 1]?.[1] ?? 0.5,
    minimumWage: minimumWageCentavos(month),
    payGrowth: payGrowthTo(month),
    floorGrowth: payGrowthTo(`${month.slice(0, 4)}01`),
  };
}

const payGrowthTo = (month: string) =>
  (1 + profiles.monthlyPayGrowth) ** monthsBetween(payMonth, month);

/** Draws one movement of a month. */
export function syntheticMovement(random: Random, conditions: MonthConditions): SyntheticMovement {
  const balance = random() < conditions.admissionShare ? 1 : -1;
  const [category, contract] = drawCategory(random);
  const worker = contract === 'apprentice' ? drawApprentice(random) : drawWorker(random);
  const place = isUnknown(random, 'place') ? unknownPlace : drawPlace(random);
  const employeeBand = drawEmployeeBand(random);
  const { section, subclass } = isUnknown(random, 'activity')
    ? { section: 'Z', subclass: '9999999' }
    : worker.occupation.drawEmployer(random);
  const [employerKind, establishmentKind] = employerKinds(random, section);
  return {
    month: conditions.month,
    region: place.region,
    state: place.state,
    municipality: place.municipality,
    section,
    subclass,
    balance,
    occupation: isUnknown(random, 'occupation') ? '999999' : worker.occupation.fileCode,
    category,
    schooling: isUnknown(random, 'schooling') ? 99 : worker.schooling,
    age: isUnknown(random, 'age') ? null : worker.age,
    hours: contract === 'intermittent' ? 4400 : worker.hours,
    race: drawRace(random),
    sex: isUnknown(random, 'sex') ? 9 : worker.sex,
    employerKind,
    establishmentKind,
    movementKind: balance === 1 ? drawAdmissionKind(random) : drawSeparationKind(random),
    disability: drawDisability(random),
    intermittent: contract === 'intermittent' ? 1 : category === 999 ? 9 : 0,
    partTime: partTimeMark(random, worker.hours),
    employeeBand,
    apprentice: contract === 'apprentice' ? 1 : 0,
    origin: random() < 0.998 ? 1 : 3,
    pay: withDefects(
      random,
      payOf[contract](random, worker, { conditions, place, employeeBand, balance }),
    ),
  };
}

function drawWorker(random: Random): Worker {
  const occupation = drawOccupation(random);
  const drawn = integerBetween(random, ...drawAges(random));
  return {
    occupation,
    // Hardly anybody graduates before 22.
    age: occupation.isGraduate && drawn < 22 ? drawn + 6 : drawn,
    sex: random() < occupation.womenShare ? 3 : 1,
    schooling: occupation.drawSchooling(random),
    hours: occupation.drawHours(random),
  };
}

function drawApprentice(random: Random): Worker {
  return {
    occupation: demonstrationOccupation(drawApprenticeOccupation(random)),
    age: integerBetween(random, 16, random() < 0.75 ? 18 : 23),
    sex: random() < 0.52 ? 3 : 1,
    schooling: random() < 0.55 ? 6 : 7,
    hours: drawApprenticeHours(random),
  };
}

interface Job {
  readonly conditions: MonthConditions;
  readonly place: Place;
  readonly employeeBand: number;
  readonly balance: 1 | -1;
}

type DrawPay = (random: Random, worker: Worker, job: Job) => Pay;

const payOf: Readonly<Record<profiles.Contract, DrawPay>> = {
  ordinary: (random, worker, job) =>
    payInUnit(drawAgreedPay(random, worker, job), drawUnit(random), worker.hours),
  intermittent: (random, worker, job) =>
    payInUnit(drawAgreedPay(random, worker, job), drawIntermittentUnit(random), 4400),
  apprentice: (random, worker, { conditions }) => {
    const minimum = (conditions.minimumWage * worker.hours) / 4400;
    const monthly = random() < 0.7 ? minimum : minimum * (1 + 0.3 * random());
    return payInUnit(Math.round(monthly), random() < 0.8 ? 5 : 1, worker.hours);
  },
};

function drawAgreedPay(random: Random, worker: Worker, job: Job): number {
  const { occupation, hours } = worker;
  const { conditions, place } = job;
  // Less than four hours a week is a slip of the decimal comma, paid as whole time.
  const timeShare = hours < 400 ? 1 : Math.min(1, hours / occupation.wholePayHours);
  const local = occupation.pay * place.payFactor * timeShare;
  return agreedPay(random, {
    level: local * conditions.payGrowth * personalFactor(worker, job),
    spread: occupation.spread,
    floor: Math.round(local * conditions.floorGrowth * floorShare(occupation, place)),
    minimumWage: Math.round(conditions.minimumWage * timeShare),
  });
}

/** Age, sex, the employer's size and leaving a job rather than taking one move pay a little. */
function personalFactor({ age, sex }: Worker, { employeeBand, balance }: Job): number {
  const experience = 1 + 0.006 * (Math.min(Math.max(age, 18), 50) - 32);
  const bySex = sex === 3 ? 0.975 : 1.025;
  const bySize = profiles.employeeBandPay[employeeBand] ?? 1;
  return experience * bySex * bySize * (balance === -1 ? 1.03 : 1);
}

/** A trade's floor lies between 0.88 and 0.98 of its level, at a place of its own in each state. */
function floorShare(occupation: Occupation, place: Place): number {
  return 0.88 + ((Number(occupation.code) * 7 + Number(place.state) * 31) % 101) / 1000;
}

function employerKinds(random: Random, section: string): readonly [number, number] {
  const kind = random();
  if (section === 'A') return kind < 0.55 ? [2, 3] : [0, 1];
  if (section === 'F' && kind < 0.06) return [0, 4];
  // A code that the official dictionary lacks and the files carry.
  return kind > 0.996 ? [1, 1] : [0, 1];
}

function partTimeMark(random: Random, hours: number): number {
  const mark = random();
  if (mark < 0.03) return 9;
  return hours <= 3000 && mark < 0.35 ? 1 : 0;
}

function isUnknown(random: Random, field: keyof typeof profiles.unknownsIn10000): boolean {
  return random() * 10_000 < profiles.unknownsIn10000[field];
}
