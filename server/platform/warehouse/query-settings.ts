import type { LineLoad, QueryLimits } from './warehouse.ts';

export type Settings = Readonly<Record<string, string | number>>;

/** The engine counts them itself. */
const allCores = 0;
const defaultMemoryBytes = 4 * 1024 ** 3;

/** Settings that every query has, whatever its limits. */
export const fixedSettings = {
  output_format_json_quote_64bit_integers: 0,
  session_timezone: 'UTC',
  max_partitions_per_insert_block: 0,
  max_query_size: 16 * 1024 ** 2,
  format_csv_delimiter: ';',
  output_format_csv_crlf_end_of_line: 1,
  // Whoever asks a question for the fourth time would wait a tenth of a second for it to be compiled, and none is quicker after.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
} as const satisfies Settings;

/**
 * What servers are told besides: an insert is acknowledged when its rows are there, on every replica, and a question
 * is answered by every shard or not at all.
 */
export const serverSettings = {
  async_insert: 0,
  // Equal rows of another batch are no repetition.
  insert_deduplicate: 0,
  distributed_foreground_insert: 1,
  // Otherwise a shard may copy its rows within the one replica that was asked.
  parallel_distributed_insert_select: 0,
  // A subquery is answered once, for all shards.
  distributed_product_mode: 'global',
  skip_unavailable_shards: 0,
  fallback_to_stale_replicas_for_distributed_queries: 0,
  // Where a row lies is a matter of speed alone: a shard that was added later has fewer.
  optimize_skip_unused_shards: 0,
  optimize_distributed_group_by_sharding_key: 0,
} as const satisfies Settings;

/** Limits of one query in ClickHouse's words; all of them each time, for a connection keeps what it was told. */
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
/** Between two blocks a load waits for a question that is being answered, but no longer than this. */
const yielding = { priority: 2, low_priority_query_wait_time_ms: 20 } as const satisfies Settings;

/** In this process, where it may, the system runs a load's threads after those of all other queries. */
export const usualThreads = { os_threads_nice_value_query: 0 } as const satisfies Settings;
export const embeddedLoadSettings = { os_threads_nice_value_query: 15 } as const satisfies Settings;

/** A load takes all cores, unless its lines must come one after another; questions go before it. */
export function loadSettings({
  limits,
  isOrdered,
}: Pick<LineLoad, 'limits' | 'isOrdered'>): Settings {
  if (!isOrdered) return { ...limitSettings({ threads: allCores, ...limits }), ...yielding };
  return {
    ...limitSettings(limits),
    ...yielding,
    max_threads: 1,
    input_format_parallel_parsing: 0,
  };
}
