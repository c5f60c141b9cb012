import { execFile } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

/** The machine of a measurement, without which figures are meaningless. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  /** The engine's own version. */
  readonly warehouse: string;
  readonly revision: string;
  readonly measuredAt: string;
}

export async function describeMachine(warehouse: Warehouse): Promise<Machine> {
  const [engine] = await warehouse.rows<{ version: string }>({
    text: `select version() as version`,
  });
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round((totalmem() / 2 ** 30) * 10) / 10,
    system: `${type()} ${release()}`,
    node: process.version,
    warehouse: `ClickHouse ${engine?.version}`,
    revision: await gitRevision(),
    measuredAt: new Date().toISOString(),
  };
}

export const machineLine = (machine: Machine) =>
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, ${machine.warehouse}, revision ${machine.revision}`;

const root = join(import.meta.dirname, '../..');

async function git(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)('git', [...args], { cwd: root })).stdout.trim();
}

/** The commit, with a plus if the working tree has changes. */
async function gitRevision(): Promise<string> {
  try {
    const commit = await git('rev-parse', '--short', 'HEAD');
    return (await git('status', '--porcelain')) === '' ? commit : `${commit}+`;
  } catch {
    return 'unknown';
  }
}
