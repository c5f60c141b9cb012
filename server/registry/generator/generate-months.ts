import { countProfile } from '../comparison/profile.ts';
import type { Loading } from '../ingest/loading.ts';
import { sweepOrphans } from '../ingest/orphans.ts';
import { publish } from '../ingest/publish.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { drawnTables } from './drawn-tables.ts';
import { loadSql } from './file-sql.ts';
import {
  beginGeneration,
  endGeneration,
  keepClaim,
  noteFile,
  refuseBesideRealData,
  type Generation,
} from './generation.ts';
import { planMonths, type GeneratorOrder, type GeneratorPlan } from './plan.ts';

export interface GenerateOptions
  extends GeneratorOrder, Pick<Loading, 'store' | 'warehouse' | 'clock' | 'prepare' | 'signal'> {
  readonly onProgress?: (progress: GeneratorProgress) => void;
}

export interface GeneratorProgress {
  /** The file whose lines are being generated; null while the months are published. */
  readonly file: string | null;
  readonly lines: number;
  readonly allLines: number;
}

export interface Generated {
  /** The number of the release with the months. */
  readonly release: number;
  /** Number of lines of MOV and FOR, and of EXC. */
  readonly movements: number;
  readonly exclusions: number;
}

/**
 * Generates synthetic months inside the engine, directly into batches, and publishes them in one release that is marked
 * synthetic. Each file replaces the published one of its kind and month; other synthetic months stay. Throws
 * `real_data_published` (409) beside real data, and `load_in_progress` (409) while another load runs.
 */
export async function generateMonths(options: GenerateOptions): Promise<Generated> {
  const { store, warehouse, clock, prepare, signal } = options;
  await refuseBesideRealData(store);
  const plan = planMonths(options);
  const generation = await beginGeneration({ store, clock }, plan);
  const claim = keepClaim({ store, clock }, generation);
  try {
    await sweepOrphans(store, warehouse, clock);
    await load(options, plan, generation);
    const release = await publish(
      { store, warehouse, ...(prepare && { prepare }) },
      {
        uploadId: generation.id,
        files: generation.files,
        isSynthetic: true,
        publishedAt: clock().toISOString(),
        base: (await currentRelease(store)).number,
        worker: generation.worker,
        ...(signal && { signal }),
      },
    );
    await endGeneration({ store, clock }, generation, release);
    return { release, ...counted(plan) };
  } catch (error) {
    await endGeneration({ store, clock }, generation, null);
    throw error;
  } finally {
    claim[Symbol.dispose]();
  }
}

const fileTimeoutMs = 60 * 60 * 1000;

async function load(
  { store, warehouse, clock, signal, onProgress }: GenerateOptions,
  plan: GeneratorPlan,
  generation: Generation,
): Promise<void> {
  const allLines = plan.files.reduce((sum, file) => sum + file.lines, 0);
  const limits = { threads: 2, timeoutMs: fileTimeoutMs, ...(signal && { signal }) };
  await using tables = await drawnTables(warehouse);
  let lines = 0;
  for (const [index, file] of plan.files.entries()) {
    const staged = generation.files[index];
    if (staged === undefined) break;
    onProgress?.({ file: staged.name, lines, allLines });
    const startedAt = clock().toISOString();
    await warehouse.run(loadSql({ tables, plan, file }, staged.batch), limits);
    await countProfile({ store, warehouse, ...(signal && { signal }) }, staged);
    await noteFile({ store, clock }, { ...staged, lines: file.lines, startedAt });
    lines += file.lines;
  }
  onProgress?.({ file: null, lines, allLines });
}

function counted({ files }: GeneratorPlan) {
  const linesOf = (isCounted: (kind: string) => boolean) =>
    files.filter(({ kind }) => isCounted(kind)).reduce((sum, file) => sum + file.lines, 0);
  return {
    movements: linesOf((kind) => kind !== 'EXC'),
    exclusions: linesOf((kind) => kind === 'EXC'),
  };
}
