import type { Store } from '../platform/store/store.ts';

/**
 * MTE's published figures, with their source. The edition is the month of the tables that contain them; it decides how
 * many FOR and EXC files an adjusted figure includes.
 */
export interface OfficialFigure {
  /** AAAAMM. */
  readonly edition: string;
  readonly month: string;
  readonly series: 'declarada' | 'ajustada';
  readonly admissions: number | null;
  readonly separations: number | null;
  readonly balance: number | null;
  /** Mean admission wage in centavos of the month. */
  readonly nominalWage: number | null;
  /** Mean admission wage in centavos of the edition's month, deflated by INPC. */
  readonly realWage: number | null;
  readonly source: string;
}

type Row = readonly [
  month: string,
  declaredAdmissions: number,
  declaredSeparations: number,
  adjustedAdmissions: number,
  adjustedSeparations: number,
  realWage: number,
];

/** Edition of 202311: tables 5 (sem ajustes), 5.1 (com ajustes) and 9 (salário real, sem ajustes). */
const november2023: readonly Row[] = [
  ['202001', 1_384_986, 1_292_308, 1_510_234, 1_398_196, 220_893],
  ['202002', 1_483_832, 1_285_464, 1_613_868, 1_396_606, 215_721],
  ['202003', 1_347_665, 1_579_981, 1_459_611, 1_754_676, 217_140],
  ['202004', 617_644, 1_519_961, 664_881, 1_646_490, 231_171],
  ['202005', 716_330, 1_069_120, 761_830, 1_160_224, 219_908],
  ['202006', 910_176, 933_287, 962_370, 1_015_860, 214_966],
  ['202007', 1_061_898, 938_601, 1_177_212, 1_068_836, 215_017],
  ['202008', 1_257_362, 1_019_237, 1_329_029, 1_114_532, 215_798],
  ['202009', 1_406_746, 1_093_182, 1_490_816, 1_191_284, 211_867],
  ['202010', 1_571_402, 1_182_464, 1_662_678, 1_296_749, 208_033],
  ['202011', 1_552_837, 1_143_889, 1_655_620, 1_279_346, 205_066],
  ['202012', 1_256_247, 1_338_365, 1_335_640, 1_493_006, 208_414],
  ['202101', 1_550_075, 1_293_016, 1_711_128, 1_456_854, 211_058],
  ['202102', 1_715_425, 1_317_510, 1_864_021, 1_466_319, 205_396],
  ['202103', 1_626_885, 1_450_555, 1_759_178, 1_605_606, 212_380],
  ['202104', 1_396_311, 1_282_389, 1_503_085, 1_413_112, 218_017],
  ['202105', 1_558_316, 1_279_611, 1_651_518, 1_385_093, 209_300],
  ['202106', 1_609_748, 1_299_712, 1_698_787, 1_380_809, 209_605],
  ['202107', 1_666_051, 1_349_326, 1_766_060, 1_459_239, 206_339],
  ['202108', 1_819_411, 1_446_067, 1_918_104, 1_530_284, 203_717],
  ['202109', 1_789_967, 1_472_974, 1_890_565, 1_560_455, 201_500],
  ['202110', 1_760_739, 1_507_656, 1_841_934, 1_589_289, 199_121],
  ['202111', 1_772_766, 1_448_654, 1_861_712, 1_547_640, 195_705],
  ['202112', 1_437_910, 1_703_721, 1_480_016, 1_771_508, 195_687],
  ['202201', 1_777_646, 1_622_468, 1_851_236, 1_683_692, 207_541],
  ['202202', 2_013_143, 1_684_636, 2_089_570, 1_735_861, 199_740],
  ['202203', 1_953_071, 1_816_882, 2_002_706, 1_903_626, 197_877],
  ['202204', 1_854_557, 1_657_591, 1_887_176, 1_681_508, 199_450],
  ['202205', 1_960_960, 1_683_942, 2_002_057, 1_724_211, 197_572],
  ['202206', 1_898_876, 1_620_932, 1_933_711, 1_648_562, 198_916],
  ['202207', 1_886_537, 1_667_635, 1_922_927, 1_697_757, 200_509],
  ['202208', 2_051_800, 1_773_161, 2_085_346, 1_796_906, 203_565],
  ['202209', 1_926_572, 1_648_487, 1_952_640, 1_674_539, 202_259],
  ['202210', 1_789_462, 1_630_008, 1_819_286, 1_658_941, 201_500],
  ['202211', 1_747_894, 1_612_399, 1_773_722, 1_645_890, 199_375],
  ['202212', 1_382_923, 1_813_934, 1_408_686, 1_864_230, 197_529],
  ['202301', 1_874_226, 1_790_929, 1_915_378, 1_828_693, 206_646],
  ['202302', 1_949_844, 1_708_059, 1_988_409, 1_737_163, 201_536],
  ['202303', 2_168_418, 1_973_247, 2_203_062, 2_009_436, 198_493],
  ['202304', 1_865_279, 1_685_274, 1_898_420, 1_716_670, 202_971],
  ['202305', 2_000_202, 1_844_932, 2_022_923, 1_866_861, 201_139],
  ['202306', 1_914_130, 1_756_932, 1_934_840, 1_777_625, 202_391],
  ['202307', 1_883_198, 1_740_496, 1_900_535, 1_757_258, 204_335],
  ['202308', 2_099_211, 1_878_367, 2_113_343, 1_892_601, 204_463],
  ['202309', 1_917_057, 1_705_293, 1_936_104, 1_730_746, 203_654],
  ['202310', 1_941_281, 1_750_915, 1_955_460, 1_767_051, 203_136],
  ['202311', 1_866_752, 1_736_655, 1_866_752, 1_736_655, 202_173],
];

/** The month that an edition describes: its figures are as declared, and its wage is in the month's own money. */
type Summary = readonly [
  month: string,
  admissions: number | null,
  separations: number | null,
  balance: number,
  nominalWage: number | null,
  source: string,
];

const summaries: readonly Summary[] = [
  [
    '202309',
    1_917_057,
    1_705_293,
    211_764,
    203_207,
    'MTE, divulgação de 202309 (omossoroense.com.br)',
  ],
  [
    '202401',
    2_067_817,
    1_887_422,
    180_395,
    211_833,
    'MTE, divulgação de 202401 (hojeemdia.com.br)',
  ],
  ['202403', 2_262_420, 2_018_105, 244_315, 208_150, 'MTE, sumário executivo de 202403'],
  ['202409', 2_163_929, 1_916_111, 247_818, 215_896, 'MTE, divulgação de 202409 (opovo.com.br)'],
  ['202508', null, null, 147_358, 229_501, 'MTE, divulgação de 202508 (noticiastudoaqui.com)'],
  ['202509', null, null, 213_002, 228_634, 'MTE, divulgação de 202509 (oliberal.com)'],
  [
    '202601',
    2_208_030,
    2_095_696,
    112_334,
    238_978,
    'MTE, divulgação de 202601 (jornaldebrasilia.com.br)',
  ],
  ['202603', 2_526_660, 2_298_452, 228_208, null, 'MTE, tabelas de 202603'],
  ['202607', 2_262_888, 2_204_320, 58_568, 241_923, 'MTE, sumário executivo de 202607'],
];

/** Edition of 202603, table 9: mean admission wage in centavos of 202603, as declared. */
const march2026: readonly (readonly [month: string, realWage: number])[] = [
  ['202001', 246_983],
  ['202002', 241_199],
  ['202003', 242_786],
  ['202004', 258_474],
  ['202005', 245_881],
];

const nothing = {
  admissions: null,
  separations: null,
  balance: null,
  nominalWage: null,
  realWage: null,
};

/** Every figure that is built into the product. */
export const builtInFigures: readonly OfficialFigure[] = [
  ...november2023.flatMap(([month, declaredIn, declaredOut, adjustedIn, adjustedOut, realWage]) => {
    const edition = '202311';
    const declared = counted(declaredIn, declaredOut);
    const adjusted = counted(adjustedIn, adjustedOut);
    return [
      {
        edition,
        month,
        series: 'declarada',
        ...declared,
        realWage,
        source: 'MTE, tabelas 5 e 9 de 202311',
      },
      { edition, month, series: 'ajustada', ...adjusted, source: 'MTE, tabela 5.1 de 202311' },
    ] as const;
  }),
  ...summaries.map(
    ([month, admissions, separations, balance, nominalWage, source]) =>
      ({
        edition: month,
        month,
        series: 'declarada',
        ...nothing,
        admissions,
        separations,
        balance,
        nominalWage,
        source,
      }) as const,
  ),
  ...march2026.map(
    ([month, realWage]) =>
      ({
        edition: '202603',
        month,
        series: 'declarada',
        ...nothing,
        realWage,
        source: 'MTE, tabela 9 de 202603',
      }) as const,
  ),
];

function counted(admissions: number, separations: number) {
  return { ...nothing, admissions, separations, balance: admissions - separations };
}

/** A built-in figure, or one that an administrator imported. */
export type KnownFigure = OfficialFigure & { readonly isImported: boolean };

/** The built-in figures and the imported ones, which replace those of the same edition, month and series. */
export async function officialFigures({ db }: Pick<Store, 'db'>): Promise<KnownFigure[]> {
  const known = new Map<string, KnownFigure>();
  for (const figure of builtInFigures) known.set(keyOf(figure), withKnown(known, figure));
  const imported = await db
    .selectFrom('official_figures')
    .select(['edition', 'month', 'series', 'admissions', 'separations', 'balance'])
    .select(['nominal_wage as nominalWage', 'source'])
    .execute();
  for (const figure of imported) {
    const own = withKnown(known, { ...figure, realWage: null });
    known.set(keyOf(figure), { ...own, isImported: true });
  }
  return [...known.values()];
}

const keyOf = ({ edition, month, series }: Pick<OfficialFigure, 'edition' | 'month' | 'series'>) =>
  `${edition}${month}${series}`;

/**
 * Two sources of one edition may contain parts of the same figure. If the later one has a count without a balance, the
 * balance is computed from both counts; it remains the earlier one if a count is unknown.
 */
function withKnown(known: ReadonlyMap<string, KnownFigure>, figure: OfficialFigure): KnownFigure {
  const before = known.get(keyOf(figure));
  const admissions = figure.admissions ?? before?.admissions ?? null;
  const separations = figure.separations ?? before?.separations ?? null;
  const hasCount = figure.admissions !== null || figure.separations !== null;
  const isComputed = hasCount && admissions !== null && separations !== null;
  return {
    ...figure,
    admissions,
    separations,
    balance: figure.balance ?? (isComputed ? admissions - separations : (before?.balance ?? null)),
    nominalWage: figure.nominalWage ?? before?.nominalWage ?? null,
    realWage: figure.realWage ?? before?.realWage ?? null,
    isImported: false,
  };
}
