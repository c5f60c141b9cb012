import type { MarketEstimate } from '../../../../shared/contracts/market.ts';
import { type FoundCell, type KnownMarket, type RegionOf, foundCell } from './market-ladder.ts';
import { isDoubtful, type Confidence, type TitleMatch } from '../matching/match-titles.ts';
import {
  atMarketHours,
  comparePay,
  isPlausible,
  midRank,
  referenceAmount,
  type PayComparison,
  type PayBounds,
  type Reference,
} from './position.ts';
import type { Person, Roll } from '../reading/read-people.ts';

/** The occupations that the user chose for jobs, by the job's key. */
export type Choices = Readonly<Record<string, string>>;

/** A person with their market cell and percentile. */
export interface PlacedPerson {
  readonly person: Person;
  /** Six digits; null if the job was not found. */
  readonly code: string | null;
  readonly confidence: Confidence;
  /** Null if the market has too few records, or until the user confirms a doubtful occupation. */
  readonly cell: FoundCell | null;
  /** The estimated median of their municipality, where it has too few records; in no total and no comparison. */
  readonly estimate: MarketEstimate | null;
  /** Whether the figures of their municipality are left out to protect those of another place. */
  readonly isTownOmitted: boolean;
  /** Centavos a month, for 44 hours. */
  readonly equalised: number;
  /** Tenths from 0 to 1000, not rounded; null without a cell. */
  readonly percentile: number | null;
}

/** The occupation of a job; the user's choice takes precedence. */
export const matchOf = (
  { matches }: Pick<Roll, 'matches'>,
  choices: Choices,
  key: string,
): TitleMatch => {
  const chosen = choices[key];
  if (chosen !== undefined) return { code: chosen, confidence: 'escolhida' };
  return matches[key] ?? { code: null, confidence: 'nenhuma' };
};

/** The occupation and place of each person whose occupation is known. */
export const jobsOf = (roll: Roll, choices: Choices) =>
  roll.people.flatMap(({ jobKey, municipality, uf }) => {
    const { code } = matchOf(roll, choices, jobKey);
    return code === null ? [] : [{ code, municipality, uf }];
  });

/** Everyone on a payroll, with what is known of the market. */
export function placedPeople(
  roll: Roll,
  choices: Choices,
  market: KnownMarket,
  regionOf: RegionOf,
): PlacedPerson[] {
  const cells = new Map<string, FoundCell | null>();
  const cellOf = (code: string, { municipality, uf }: Person) => {
    const key = `${code} ${municipality ?? ''} ${uf ?? ''}`;
    const known = cells.get(key);
    if (known !== undefined) return known;
    const found = foundCell({ code, municipality, uf }, market, regionOf);
    const cell = 'cell' in found ? found.cell : null;
    cells.set(key, cell);
    return cell;
  };
  return roll.people.map((person) => {
    const { code, confidence } = matchOf(roll, choices, person.jobKey);
    const cell = code === null || isDoubtful(confidence) ? null : cellOf(code, person);
    const equalised = atMarketHours(person.centavos, person.hours);
    const percentile = cell && midRank(cell.distribution, equalised);
    const { municipality, uf } = person;
    const isInTown = code !== null && municipality !== null && uf !== null;
    const isTownOmitted = isInTown && market.isOmitted(uf, code, municipality);
    const isWider = cell !== null && cell.place !== 'municipio';
    const estimate = isInTown && isWider ? market.estimate(uf, code, municipality) : null;
    return { person, code, confidence, cell, estimate, isTownOmitted, equalised, percentile };
  });
}

/** The amounts of a reference by cell. */
export class ReferenceAmounts {
  readonly #reference: Reference;
  readonly #plausible: PayBounds | null;

  /** Pay outside `plausible` is not compared; `plausible` is null until the minimum wage is known. */
  constructor(reference: Reference, plausible: PayBounds | null) {
    [this.#reference, this.#plausible] = [reference, plausible];
  }

  /** The amounts of a percentile, in ten-thousandths, with the same bounds of plausible pay. */
  ofPercentile(tenThousandths: number): ReferenceAmounts {
    return new ReferenceAmounts({ kind: 'percentil', tenThousandths }, this.#plausible);
  }

  /** Whether the pay is outside what the market counts as a salary, which is probably a typing error. */
  isOutlier({ equalised }: PlacedPerson): boolean {
    const bounds = this.#plausible;
    return bounds !== null && !isPlausible(equalised, bounds);
  }

  /** A person's percentile in tenths, not rounded; null without a cell, and for an outlier. */
  percentileOf(placed: PlacedPerson): number | null {
    return this.isOutlier(placed) ? null : placed.percentile;
  }

  /** Centavos for 44 hours; null if there is no amount. */
  of({ distribution }: FoundCell): number | null {
    return referenceAmount(this.#reference, distribution);
  }

  /** A person's pay against the amount of the cell; null if there is no amount, and for an outlier. */
  comparison(placed: PlacedPerson): PayComparison | null {
    if (this.isOutlier(placed)) return null;
    const { person, cell } = placed;
    const amount = cell && this.of(cell);
    return amount === null || amount <= 0 ? null : comparePay(person, amount);
  }
}
