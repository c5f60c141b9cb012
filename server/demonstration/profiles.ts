/**
 * The shares that the demonstration's movements are drawn by: weights of the files' own codes, of the order of
 * size of MTE's public files and rounded.
 */
export type Shares<Value> = readonly (readonly [value: Value, weight: number])[];

export type SchoolingProfile = 'basic' | 'manual' | 'secondary' | 'office' | 'degree';
export type HoursProfile =
  | 'standard'
  | 'office'
  | 'shift'
  | 'callCentre'
  | 'teaching'
  | 'medical'
  | 'bank';

/** `graudeinstrução`, by what the occupation asks for. */
export const schoolingShares: Readonly<Record<SchoolingProfile, Shares<number>>> = {
  basic: [
    [1, 15],
    [2, 40],
    [3, 40],
    [4, 90],
    [5, 150],
    [6, 110],
    [7, 545],
    [8, 6],
    [9, 4],
  ],
  manual: [
    [1, 4],
    [2, 14],
    [3, 16],
    [4, 40],
    [5, 95],
    [6, 90],
    [7, 710],
    [8, 18],
    [9, 13],
  ],
  secondary: [
    [2, 4],
    [4, 14],
    [5, 45],
    [6, 65],
    [7, 800],
    [8, 38],
    [9, 33],
    [80, 1],
  ],
  office: [
    [5, 15],
    [6, 45],
    [7, 620],
    [8, 120],
    [9, 190],
    [80, 9],
    [10, 1],
  ],
  degree: [
    [7, 110],
    [8, 60],
    [9, 745],
    [80, 66],
    [10, 14],
    [11, 5],
  ],
};

/** Weekly contracted hours in hundredths, by what the occupation works. */
export const hoursShares: Readonly<Record<HoursProfile, Shares<number>>> = {
  standard: [
    [4400, 920],
    [4000, 35],
    [3600, 20],
    [4200, 6],
    [4800, 6],
    [3000, 5],
    [2000, 5],
    [4250, 2],
    [44, 1],
  ],
  office: [
    [4400, 720],
    [4000, 220],
    [3600, 20],
    [3000, 25],
    [2000, 15],
  ],
  shift: [
    [3600, 470],
    [4400, 350],
    [4000, 110],
    [3000, 45],
    [4200, 25],
  ],
  callCentre: [
    [3600, 720],
    [4400, 230],
    [3500, 40],
    [2000, 10],
  ],
  teaching: [
    [4000, 320],
    [4400, 270],
    [2000, 150],
    [3000, 120],
    [2500, 70],
    [1000, 50],
    [400, 20],
  ],
  medical: [
    [3000, 350],
    [4400, 200],
    [4000, 180],
    [2000, 150],
    [3600, 60],
    [2400, 40],
    [1200, 20],
  ],
  bank: [
    [3000, 640],
    [4000, 360],
  ],
};

/** From how many weekly hours, in hundredths, an occupation pays whole; below, in proportion. */
export const wholePayHours: Readonly<Record<HoursProfile, number>> = {
  standard: 3600,
  office: 3600,
  shift: 3000,
  callCentre: 3500,
  teaching: 4000,
  medical: 3000,
  bank: 3000,
};

/** Occupations (CBO) of apprentices. */
export const apprenticeOccupationShares: Shares<string> = [
  ['411005', 46],
  ['411010', 30],
  ['784205', 10],
  ['521125', 5],
  ['422105', 5],
  ['911305', 4],
];

export const apprenticeHoursShares: Shares<number> = [
  [2000, 540],
  [3600, 110],
  [2400, 110],
  [3000, 160],
  [2200, 80],
];

/** Ages, as the first and last of a band whose years are equally likely. */
export const ageShares: Shares<readonly [from: number, to: number]> = [
  [[16, 17], 8],
  [[18, 20], 120],
  [[21, 25], 220],
  [[26, 30], 180],
  [[31, 35], 145],
  [[36, 40], 120],
  [[41, 45], 90],
  [[46, 50], 58],
  [[51, 55], 34],
  [[56, 60], 17],
  [[61, 70], 8],
];

/** `raçacor`. */
export const raceShares: Shares<number> = [
  [1, 360],
  [2, 75],
  [3, 365],
  [4, 7],
  [5, 4],
  [6, 185],
  [9, 4],
];

/** `tamestabjan`. */
export const employeeBandShares: Shares<number> = [
  [1, 175],
  [2, 140],
  [3, 100],
  [4, 105],
  [5, 130],
  [6, 85],
  [7, 95],
  [8, 60],
  [9, 50],
  [10, 57],
  [97, 1],
  [99, 2],
];

/** Pay by `tamestabjan`, against the mean; a band that is not here pays the mean. */
export const employeeBandPay: Readonly<Record<number, number>> = {
  1: 0.96,
  2: 0.94,
  3: 0.97,
  4: 1,
  5: 1.01,
  6: 1.03,
  7: 1.05,
  8: 1.07,
  9: 1.1,
  10: 1.12,
};

/** `tipomovimentação` of admissions; 97, kind unknown, is nearly all of them since eSocial. */
export const admissionKindShares: Shares<number> = [
  [97, 990],
  [20, 6],
  [35, 4],
];

/** `tipomovimentação` of separations. */
export const separationKindShares: Shares<number> = [
  [31, 520],
  [40, 340],
  [43, 95],
  [32, 18],
  [90, 13],
  [60, 5],
  [45, 4],
  [98, 3],
  [50, 1],
  [33, 1],
];

/** `tipodedeficiência`. */
export const disabilityShares: Shares<number> = [
  [0, 9880],
  [1, 45],
  [2, 25],
  [3, 20],
  [4, 15],
  [5, 3],
  [6, 12],
];

/** `categoria`, with what it means for the contract. */
export type Contract = 'ordinary' | 'apprentice' | 'intermittent';
export const categoryShares: Shares<readonly [categoria: number, contract: Contract]> = [
  [[101, 'ordinary'], 9165],
  [[106, 'ordinary'], 190],
  [[105, 'ordinary'], 200],
  [[102, 'ordinary'], 15],
  [[999, 'ordinary'], 20],
  [[103, 'apprentice'], 190],
  [[111, 'intermittent'], 220],
];

/** `unidadesaláriocódigo` of salaries that are present. */
export const unitShares: Shares<number> = [
  [5, 9270],
  [1, 560],
  [2, 90],
  [6, 35],
  [7, 30],
  [3, 8],
  [4, 7],
];

export const intermittentUnitShares: Shares<number> = [
  [1, 680],
  [5, 220],
  [2, 70],
  [3, 30],
];

/** What is wrong with a salary; the rest are as agreed. */
export type SalaryDefect = 'none' | 'empty' | 'zero' | 'oneCent' | 'tiny' | 'monthlyAsHourly';
export const salaryDefectShares: Shares<SalaryDefect> = [
  ['none', 89_335],
  ['empty', 5_000],
  ['zero', 2_400],
  ['oneCent', 2_400],
  ['tiny', 800],
  ['monthlyAsHourly', 65],
];

/** Of 10,000 lines, how many carry an unknown place, activity, occupation, schooling, sex or age. */
export const unknownsIn10000 = {
  place: 20,
  activity: 5,
  occupation: 7,
  schooling: 10,
  sex: 2,
  age: 2,
} as const;

export const duplicateShare = 0.032;
/** Lines of FOR and of EXC in a month, for each line of MOV. */
export const lateShare = 0.025;
export const excludedShare = 0.006;
/** Of the exclusions, those whose line stands in no file. */
export const unmatchedExclusionShare = 0.05;

/** By calendar month, January first: movements against the year's mean, and admissions among them. */
export const seasonality: readonly (readonly [volume: number, admissions: number])[] = [
  [1.02, 0.52],
  [1.05, 0.54],
  [1.04, 0.515],
  [1.03, 0.525],
  [1.02, 0.52],
  [0.98, 0.52],
  [1.01, 0.52],
  [1.04, 0.525],
  [1.0, 0.525],
  [1.01, 0.515],
  [0.94, 0.5],
  [0.86, 0.38],
];

/** How much levels of pay grow in a month; the minimum wage has its own dates. */
export const monthlyPayGrowth = 0.004;
