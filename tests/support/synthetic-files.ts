import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileKinds, type FileKind } from '../../shared/contracts/uploads.ts';
import type { GeneratorOrder } from '../../server/registry/generator/plan.ts';

export interface SyntheticFile {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
  readonly path: string;
}

/**
 * Writes synthetic months in the form of MTE's real ones; returns the files by month, and MOV, FOR, EXC of each. The
 * product's command makes them in a separate process: one process has one embedded warehouse at a time.
 */
export async function writeSyntheticFiles({
  directory,
  months,
  linesPerMonth,
  seed,
}: GeneratorOrder & { readonly directory: string }): Promise<SyntheticFile[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'caged-synthetic-'));
  const order = ['--months', `${months.at(0)}..${months.at(-1)}`, '--lines', `${linesPerMonth}`];
  const program = join(import.meta.dirname, '../../server/process/command/main.mjs');
  await promisify(execFile)(
    process.execPath,
    [program, 'generate', ...order, '--seed', seed, '--to', directory],
    { env: { ...process.env, DATA_DIR: dataDir } },
  );
  await rm(dataDir, { recursive: true });
  const names = new Set(await readdir(directory));
  return months.flatMap((month) =>
    fileKinds
      .map((kind) => ({ kind, month, name: `CAGED${kind}${month}.txt` }))
      .filter(({ name }) => names.has(name))
      .map(({ kind, month: of, name }) => ({ kind, month: of, path: join(directory, name) })),
  );
}
