import type { EqualityQuestion } from '../../../shared/contracts/equality.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { referencesRevision } from '../../reference/imported-references.ts';
import type { Asker } from '../answer-desk.ts';
import { linesMet } from '../lines-met.ts';
import type { OccupationCounts } from '../occupations/occupation-counts.ts';
import type { Release } from '../release.ts';
import { tooManySearches } from '../too-many-searches.ts';
import { SharedWork } from '../shared-work.ts';
import { equalityGroups, type EqualityGroups } from './equality-answer.ts';
import { equalitySelection, type EqualityAxis } from './equality-question.ts';

/** Each count walks all lines of the period twice: two run at once, and the others wait behind the searches' turns. */
const limitsOfDesk = {
  short: { atOnce: 2, waitingOfOne: 10 },
  long: { atOnce: 1, waitingOfOne: 5 },
  longFrom: 4_000_000,
  waiting: 40,
  patienceMs: 60_000,
  placesKeptOfOne: 5,
  refusal: tooManySearches,
  maxBytes: 32 * 2 ** 20,
};
/** What is counted anew is for who asks: it is neither kept, nor counted on without him. */
const keepingNothing = { short: { atOnce: 1, waitingOfOne: 3 }, maxBytes: 1, placeKeptMs: 0 };
/** About what it takes in memory. */
const bytesOf = ({ size }: EqualityGroups) => (1 + size) * 1_000;

interface Parts {
  readonly warehouse: Warehouse;
  readonly countsOf: (patienceMs: number) => Promise<OccupationCounts>;
}

interface Asked {
  readonly question: EqualityQuestion;
  readonly axis: EqualityAxis;
  readonly release: Release;
}

/**
 * Counts women's and men's pay by groups: what was counted on the same release and reference tables is told again, whichever
 * group of it is looked at, and only so many counts run at one time, each person's in turn.
 */
export class EqualityDesk {
  readonly #parts: Parts;
  readonly #work = new SharedWork<EqualityGroups>({ ...limitsOfDesk, bytesOf });
  readonly #workAnew = new SharedWork<EqualityGroups>({
    ...limitsOfDesk,
    ...keepingNothing,
    bytesOf,
  });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Stops what is being counted for people who were told to come back. */
  close(): void {
    this.#work.close();
    this.#workAnew.close();
  }

  /** Throws `AppError` 400 with the field's name for what cannot be, and 503 `too_many_searches`. */
  groups(
    question: EqualityQuestion,
    axis: EqualityAxis,
    release: Release,
    asker: Asker,
  ): Promise<EqualityGroups> {
    return this.#ask(this.#work, { question, axis, release }, asker);
  }

  /** The groups of the CBO counted again, whatever was counted before; as `groups`. */
  groupsAnew(question: EqualityQuestion, release: Release, asker: Asker): Promise<EqualityGroups> {
    return this.#ask(this.#workAnew, { question, axis: 'occupation', release }, asker);
  }

  #ask(
    work: SharedWork<EqualityGroups>,
    { question: { grupo, ...filters }, axis, release }: Asked,
    { person, patienceMs, signal = new AbortController().signal, ...limits }: Asker,
  ): Promise<EqualityGroups> {
    // Of all occupations every group is counted at once, and the one that is looked at is none of the question.
    const asked = axis === 'race' ? { ...filters, grupo } : filters;
    const selection = equalitySelection(asked, release);
    const { warehouse, countsOf } = this.#parts;
    return work.ask(
      {
        key: JSON.stringify([axis, release.number, referencesRevision(), asked]),
        person,
        patienceMs,
        cost: async () => linesMet(selection.question, await countsOf(0)),
        compute: ({ signal: left, isLong }) =>
          equalityGroups(warehouse, selection, axis, {
            isYielding: isLong,
            ...limits,
            signal: left,
          }),
      },
      signal,
    );
  }
}
