import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { version } from '../version.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { timedWarehouse } from './timed-warehouse.ts';
import { currentRelease } from '../store/current-release.ts';
import type { AppDatabase } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** Figures of the answer service. `refused` and the fields after it count from the start of the process. */
export interface SearchFigures {
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
  /** Responses from the cache, responses shared with an identical query in progress, and computed responses. */
  readonly cached: number;
  readonly shared: number;
  readonly computed: number;
}

type Labels = Readonly<Record<string, string>>;

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30];
const querySeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** The metrics of one process, in the Prometheus format. Labels are names of the product, never of people. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'caged_http_request_duration_seconds',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers: [this.#registry],
  });
  readonly #queries = new Histogram({
    name: 'caged_warehouse_query_duration_seconds',
    help: 'Queries of the analytical engine by kind, waiting for a connection included.',
    labelNames: ['kind', 'outcome'],
    buckets: querySeconds,
    registers: [this.#registry],
  });

  readonly #refused = new Counter({
    name: 'caged_refused_calls_total',
    help: 'Calls that were refused, by why: no or a bad session, no permission, another site, too many.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });

  constructor() {
    new Gauge({
      name: 'caged_build_info',
      help: 'The version of the product and of Node, as labels.',
      labelNames: ['version', 'node'],
      registers: [this.#registry],
    }).set({ version, node: process.version }, 1);
  }

  /** Measures memory, processor time, garbage collection and event loop lag of this process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  countRefused(kind: string): void {
    this.#refused.inc({ kind });
  }

  watchRequests(app: FastifyInstance): void {
    app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
      const route = routeOptions.url ?? 'none';
      const seconds = reply.elapsedTime / 1000;
      this.#requests.observe({ method, route, status: reply.statusCode }, seconds);
    });
  }

  /** Wraps a warehouse and counts its queries. */
  watchWarehouse(warehouse: Warehouse): Warehouse {
    return timedWarehouse(warehouse, ({ kind, milliseconds, hasFailed }) => {
      const outcome = hasFailed ? 'failed' : 'answered';
      this.#queries.observe({ kind, outcome }, milliseconds / 1000);
    });
  }

  watchSearches(read: () => SearchFigures): void {
    this.gauge('caged_searches', 'Searches that are computed or wait.', ['state'], async (set) => {
      const { running, waiting } = read();
      set({ state: 'running' }, running);
      set({ state: 'waiting' }, waiting);
    });
    const refusedSearches = new Counter({
      name: 'caged_searches_refused_total',
      help: 'Searches that were sent away because too many waited.',
      registers: [],
      collect() {
        this.reset();
        this.inc(read().refused);
      },
    });
    const answers = new Counter({
      name: 'caged_answers_total',
      help: 'Answers to searches: cached ones sent again, shared while computed, and computed.',
      labelNames: ['origin'],
      registers: [],
      collect() {
        this.reset();
        const { cached, shared, computed } = read();
        for (const [origin, count] of Object.entries({ cached, shared, computed })) {
          this.inc({ origin }, count);
        }
      },
    });
    for (const counter of [refusedSearches, answers]) this.#registry.registerMetric(counter);
  }

  /** A figure that is read when the metrics are scraped; omitted if it cannot be read. */
  gauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: (set: (labels: Labels, value: number) => void) => Promise<void>,
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      async collect() {
        this.reset();
        await read((labels, value) => this.set(labels, value)).catch(() => this.reset());
      },
    });
    this.#registry.registerMetric(gauge);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** Figures from the app database: the same in every process. */
export function watchStore(metrics: Metrics, { db }: Store, clock: () => Date): void {
  metrics.gauge('caged_jobs', 'Jobs by kind and state.', ['kind', 'state'], async (set) => {
    for (const kind of ['uploads', 'reports', 'backups'] as const) {
      const states = await db
        .selectFrom(kind)
        .select(['status', (select) => select.fn.countAll<number>().as('jobs')])
        .groupBy('status')
        .execute();
      for (const { status, jobs } of states) set({ kind, state: status }, jobs);
    }
  });
  metrics.gauge('caged_release_number', 'The release that readers see.', [], async (set) => {
    set({}, (await currentRelease({ db })).number ?? 0);
  });
  metrics.gauge('caged_release_age_seconds', 'Since it was published.', [], async (set) => {
    const { publishedAt } = await currentRelease({ db });
    if (publishedAt !== null) set({}, (clock().getTime() - Date.parse(publishedAt)) / 1000);
  });
  metrics.gauge('caged_audit_unshipped', 'Entries that wait for AUDIT_SHIP.', [], async (set) => {
    const waiting = await unshipped(db);
    if (waiting !== undefined) set({}, waiting);
  });
}

/** How many audit entries wait for the receiver; undefined without one. */
export async function unshipped(db: AppDatabase): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_shipments')
    .select((eb) => [
      'number as sent',
      eb.selectFrom('audit_head').select('audit_head.number').as('last'),
    ])
    .executeTakeFirst();
  return row && Math.max(0, (row.last ?? 0) - row.sent);
}
