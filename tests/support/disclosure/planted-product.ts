import { companySizeLabels } from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { employeeBandsOfSize, industrySections } from '../../../server/reference/company-size.ts';
import { newInstallation, type Installation } from '../installation.ts';
import { seededRandom } from '../random.ts';
import { officialFile, type LineFields } from '../official-file.ts';
import { serve, type Served } from '../served.ts';
import { plantedMonth, type PlantedRecord } from './planted-month.ts';

/** The product over planted months. */
export interface PlantedProduct {
  readonly installation: Installation;
  readonly served: Served;
  /** The records of each month of `plantedMonths`. */
  readonly records: ReadonlyMap<string, readonly PlantedRecord[]>;
  /** The separations of each of them. */
  readonly separations: ReadonlyMap<string, readonly PlantedSeparation[]>;
  close(): Promise<void>;
}

export const plantedMonths = ['202307', '202308', '202309', '202310'];
const recordsOfMonth = [100, 300, 900, 2700];
/** A year before the second of them, so that its change has a split. */
const yearBefore = '202208';

/** A separation of a planted month; `movement` is MTE's code, most of them 31. */
interface PlantedSeparation extends PlantedRecord {
  readonly movement: string;
}

function plantedSeparations(seed: string, records: number): PlantedSeparation[] {
  const random = seededRandom(`${seed} kinds`);
  const kinds = ['31', '40', '43', '90', '98'];
  return plantedMonth(`${seed} out`, records).map((record) => ({
    ...record,
    movement: kinds[Math.floor(random() ** 6 * kinds.length)] ?? '31',
  }));
}

const ages = ['16', '20', '30', '40', '50', '60'];
/** The file's codes of the planted groups. */
const schoolingCodes = new Map([
  [3, '5'],
  [5, '7'],
  [7, '9'],
]);
const notIdentified = '99';
const sizes = keysOf(companySizeLabels);
const isIndustry = (section: string) => industrySections.includes(section);

function sizeCode({ size, section }: PlantedRecord): string {
  const named = sizes[size - 1];
  if (named === undefined) return notIdentified;
  return String(employeeBandsOfSize(named, isIndustry(section) ? 'industry' : 'other')[0]);
}

const regionOf = (uf: number) => String(uf).slice(0, 1);

/** A planted record as a line of an official file. */
const lineOf = (record: PlantedRecord): LineFields => ({
  uf: String(record.uf),
  region: regionOf(record.uf),
  municipality: String(record.municipality),
  cbo: String(record.cbo),
  sex: record.sex === 0 ? '9' : String(record.sex),
  age: ages[record.age] ?? '16',
  schooling: schoolingCodes.get(record.schooling) ?? notIdentified,
  company_size: sizeCode(record),
  section: record.section,
  subclass: String(record.subclass),
  race: record.race,
  salary: (record.centavos / 100).toFixed(2).replace('.', ','),
});

/** Loads planted months of 100 to 2,700 records into the product. */
export async function plantedProduct(seed: string): Promise<PlantedProduct> {
  const installation = await newInstallation();
  const served = await serve(installation);
  const records = new Map(
    plantedMonths.map((month, index) => [
      month,
      plantedMonth(`${seed} ${month}`, recordsOfMonth[index] ?? 100),
    ]),
  );
  const separations = new Map(
    plantedMonths.map((month, index) => [
      month,
      plantedSeparations(`${seed} ${month}`, (recordsOfMonth[index] ?? 100) / 2),
    ]),
  );
  const before = plantedMonth(`${seed} ${yearBefore}`, 300);
  const files = [...records, [yearBefore, before] as const].map(([month, own]) =>
    officialFile(`CAGEDMOV${month}.txt`, 'MOV', [
      ...own.map((record) => ({ ...lineOf(record), month, declared_month: month })),
      ...(separations.get(month) ?? []).map((record) => ({
        ...lineOf(record),
        balance: '-1',
        movement_type: record.movement,
        month,
        declared_month: month,
      })),
    ]),
  );
  await installation.loadApproved(...(await Promise.all(files)));
  return {
    installation,
    served,
    records,
    separations,
    close: async () => {
      await served.close();
      await installation.close();
    },
  };
}
