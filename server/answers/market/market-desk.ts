import { SearchFilters } from '../../../shared/contracts/search.ts';
import type { MarketCells, MarketQuery } from '../../../shared/contracts/market.ts';
import { AppError } from '../../platform/errors.ts';
import type { LinePlace } from '../../platform/fair-turns.ts';
import { openGzip, type OpenGzip } from '../../platform/open-gzip.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { referencesRevision } from '../../reference/imported-references.ts';
import type { Asker } from '../answer-desk.ts';
import { linesMet } from '../lines-met.ts';
import type { OccupationCounts } from '../occupations/occupation-counts.ts';
import { askedQuestion } from '../question.ts';
import type { Release } from '../release.ts';
import { SharedWork } from '../shared-work.ts';
import { marketCells, type MarketSplit } from './market-cells.ts';

/** A payroll asks for many cells, one after another: they leave most of the engine to the searches. */
const limitsOfDesk = {
  short: { atOnce: 2, waitingOfOne: 20 },
  long: { atOnce: 1, waitingOfOne: 20 },
  longFrom: 4_000_000,
  waiting: 200,
  patienceMs: 25_000,
  placesKeptOfOne: 5,
  refusal: ({ seconds, ahead, total, isWaiting }: LinePlace) =>
    new AppError(
      'too_many_market_cells',
      503,
      'Há muitas consultas ao mercado ao mesmo tempo. Tente de novo em alguns segundos.',
      { retryAfterSeconds: seconds, ...(isWaiting && { queue: { place: ahead + 1, total } }) },
    ),
  maxBytes: 128 * 2 ** 20,
};

export interface MarketDeskOptions {
  readonly warehouse: Warehouse;
  readonly countsOf: () => Promise<OccupationCounts>;
}

/** Answers cells of the market: each is computed once for all who ask it of a release, a few at a time. */
export class MarketDesk {
  readonly #options: MarketDeskOptions;
  readonly #work = new SharedWork<OpenGzip>({
    ...limitsOfDesk,
    bytesOf: ({ packed }) => packed.length,
  });

  constructor(options: MarketDeskOptions) {
    this.#options = options;
  }

  /** Stops what is being counted for people who were told to come back. */
  close(): void {
    this.#work.close();
  }

  /** JSON of `MarketCells` without the brace at its end. Throws `AppError` 400, and 503 where too many wait. */
  async cells(
    { familias, uf, regiao }: MarketQuery,
    release: Release,
    { person, patienceMs, signal = new AbortController().signal, ...limits }: Asker,
  ): Promise<OpenGzip> {
    const { warehouse, countsOf } = this.#options;
    const place = { uf, regiao, metodo: 'integral' };
    const questionOf = (own: object) => askedQuestion(SearchFilters.parse(own), release);
    const question = questionOf(place);
    const wanted = {
      key: JSON.stringify([release.number, referencesRevision(), familias, uf, regiao]),
      person,
      patienceMs,
      cost: async () => {
        const counts = await countsOf();
        const lines = familias.map((familiaCbo) =>
          linesMet(questionOf({ ...place, familiaCbo }), counts),
        );
        return lines.reduce((sum, one) => sum + one, 0);
      },
      compute: async ({ signal: left, isLong }: { signal: AbortSignal; isLong: boolean }) => {
        const split: MarketSplit = uf === undefined ? 'whole' : 'municipalities';
        const own = { isYielding: isLong, ...limits, signal: left };
        const answer: MarketCells = {
          periodo: question.period && { inicio: question.period.from, fim: question.period.to },
          versao: release.number,
          celulas: await marketCells(warehouse, { question, families: familias, split }, own),
        };
        return openGzip(Buffer.from(JSON.stringify(answer).slice(0, -1)));
      },
    };
    return this.#work.ask(wanted, signal);
  }
}
