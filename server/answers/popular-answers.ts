import { setTimeout as passing } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SearchRequest, type SearchFilters } from '../../shared/contracts/search.ts';
import { referencesRevision, withSteadyReferences } from '../reference/imported-references.ts';
import { states } from '../reference/states.ts';
import { currentRelease } from '../platform/store/current-release.ts';
import type { Store } from '../platform/store/store.ts';
import type { Asker } from './answer-desk.ts';
import type { OccupationCounts } from './occupations/occupation-counts.ts';
import { readableRelease, type Release } from './release.ts';

/** What answers are asked of ahead; see `AnswerDesk`. */
interface Desk {
  readonly figures: { readonly running: number; readonly waiting: number };
  answer(request: SearchRequest, release: Release, asker: Asker): Promise<unknown>;
}

export interface PopularAnswersOptions {
  readonly desk: Desk;
  readonly store: Store;
  readonly logger: Logger;
  /** Records of each occupation in the current release. */
  readonly countsOf: () => Promise<OccupationCounts>;
  /** Whether what answers questions about a release cheaply is there. */
  readonly isPrepared: (release: Release) => boolean;
  /** So many occupations at most; 0 answers nothing ahead. */
  readonly most: number;
}

const lookEveryMs = 1_000;
const yieldMs = 50;
const patienceMs = 120_000;
/** What is asked ahead is asked for nobody. */
const nobody = '';

/**
 * Answers the commonest questions before anybody asks them, once a release: all of Brazil, each occupation, the one
 * with most records first, and each state. Whoever really asks something goes before.
 */
export class PopularAnswers {
  readonly #options: PopularAnswersOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: PopularAnswersOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#options.most > 0) this.#running ??= this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('Answering ahead has stopped.'));
    await this.#running;
  }

  /** Answers all that is popular on the current release; false where that moved on meanwhile, or it was stopped. */
  async answerAll(): Promise<boolean> {
    const { store, desk } = this.#options;
    const begun = await this.#current();
    if (begun.release.number === null) return true;
    for (const filters of await this.#popular()) {
      await this.#whenIdle();
      if (this.#stopping.signal.aborted) return false;
      if ((await this.#current()).key !== begun.key) return false;
      const request = SearchRequest.parse({ filters });
      const { signal } = this.#stopping;
      const asker = { person: nobody, signal, timeoutMs: patienceMs, isYielding: true };
      await withSteadyReferences(store.db, () => desk.answer(request, begun.release, asker));
    }
    return true;
  }

  async #watch(): Promise<void> {
    let answered = '';
    while (!this.#stopping.signal.aborted) {
      try {
        const { key, release } = await this.#current();
        if (key !== answered && this.#options.isPrepared(release) && (await this.answerAll())) {
          answered = key;
        }
      } catch (error) {
        if (!this.#stopping.signal.aborted) {
          this.#options.logger.warn(
            { err: error },
            'popular questions could not be answered ahead',
          );
        }
      }
      await this.#pause(lookEveryMs);
    }
  }

  async #current() {
    const release = readableRelease(await currentRelease(this.#options.store));
    return { release, key: `${release.number} ${referencesRevision()}` };
  }

  async #popular(): Promise<Partial<SearchFilters>[]> {
    const { countsOf, most } = this.#options;
    const occupations = [...(await countsOf())]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([cbo]) => ({ cbo }));
    return [{}, ...occupations, ...states.map(({ sigla }) => ({ uf: sigla }))];
  }

  async #whenIdle(): Promise<void> {
    const { desk } = this.#options;
    while (desk.figures.running + desk.figures.waiting > 0 && !this.#stopping.signal.aborted) {
      await this.#pause(yieldMs);
    }
  }

  async #pause(ms: number): Promise<void> {
    await passing(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
