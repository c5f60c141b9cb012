import { nicenessOf } from '../scheduler/scheduler.ts';
import type { LineLoad, QueryLimits } from './warehouse.ts';

export type Settings = Readonly<Record<string, string | number>>;

/** With 0, the engine itself counts the cores. */
const allCores = 0;
const defaultMemoryBytes = 4 * 1024 ** 3;

/** Settings of every query, whatever its limits. */
export const fixedSettings = {
  output_format_json_quote_64bit_integers: 0,
  session_timezone: 'UTC',
  max_partitions_per_insert_block: 0,
  max_query_size: 16 * 1024 ** 2,
  format_csv_delimiter: ';',
  output_format_csv_crlf_end_of_line: 1,
  // Compiling would delay the fourth run of a query by a tenth of a second, and makes no query faster.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
} as const satisfies Settings;

/**
 * Additional settings for servers: an insert is acknowledged once its rows are stored on every replica, and a query
 * succeeds only if every shard answers.
 */
export const serverSettings = {
  async_insert: 0,
  // Equal rows of another batch are not duplicates.
  insert_deduplicate: 0,
  distributed_foreground_insert: 1,
  // Otherwise a shard may copy its rows only within the replica that received the statement.
  parallel_distributed_insert_select: 0,
  // A subquery runs once, for all shards.
  distributed_product_mode: 'global',
  skip_unavailable_shards: 0,
  fallback_to_stale_replicas_for_distributed_queries: 0,
  // Placement of rows affects only speed: a shard that was added later has fewer rows.
  optimize_skip_unused_shards: 0,
  optimize_distributed_group_by_sharding_key: 0,
} as const satisfies Settings;

/** A query's limits as ClickHouse settings. Sets all of them each time, since a connection retains earlier values. */
export function limitSettings(limits: QueryLimits | undefined): Settings {
  const threads = limits?.threads ?? 1;
  return {
    max_threads: threads,
    max_memory_usage: limits?.memoryBytes ?? defaultMemoryBytes,
    input_format_parallel_parsing: 1,
    max_insert_threads: 1,
    priority: first,
  };
}

const first = 1;
/** Between two blocks, a load waits for a running query, but no longer than this. */
const yielding = { priority: 2, low_priority_query_wait_time_ms: 20 } as const satisfies Settings;

/** In this process, if permitted, the system runs the threads of a larger query after those of smaller ones. */
export const embeddedQuerySettings = (limits: QueryLimits | undefined): Settings => ({
  ...limitSettings(limits),
  os_threads_nice_value_query: nicenessOf[limits?.lane ?? 'short'],
});
/** The threads of a load have a lower priority than those of all queries. */
export const embeddedLoadSettings = { os_threads_nice_value_query: 15 } as const satisfies Settings;

/** With one thread that sorts and writes blocks, the threads that read lines wait for it: 5.2 s a month instead of 4.4. */
const writingThreads = 3;

/** A load uses all cores, unless its lines must be read in order; queries have priority over it. */
export function loadSettings({
  limits,
  isOrdered,
}: Pick<LineLoad, 'limits' | 'isOrdered'>): Settings {
  return {
    ...limitSettings({ threads: allCores, ...limits }),
    ...yielding,
    ...(isOrdered
      ? { max_threads: 1, input_format_parallel_parsing: 0 }
      : { max_insert_threads: writingThreads }),
  };
}
