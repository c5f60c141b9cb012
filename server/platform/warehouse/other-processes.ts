import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether another process has the embedded engine's folder open. The engine writes its process ID into the file that it
 * locks, and leaves it there if it is killed.
 */
export function isHeldByAnother(directory: string): boolean {
  const status = join(directory, 'status');
  if (!existsSync(status)) return false;
  const holder = Number(/PID: (\d+)/.exec(readFileSync(status, 'utf8'))?.[1]);
  return holder !== process.pid && hasOpen(holder, realpathSync(status));
}

/**
 * Whether a process that this one cannot see, such as one of another container, has locked the engine's file. False on a
 * system without the program `flock`.
 */
export function isLockedByAnother(directory: string): boolean {
  const status = join(directory, 'status');
  if (!existsSync(status) || hasOpen(process.pid, realpathSync(status))) return false;
  return spawnSync('flock', ['-n', status, 'true']).status === 1;
}

/** Whether a process has a file open, as far as this process may see. */
function hasOpen(processId: number, path: string): boolean {
  const descriptors = `/proc/${processId}/fd`;
  try {
    return readdirSync(descriptors).some((name) => linkOf(join(descriptors, name)) === path);
  } catch {
    return false;
  }
}

function linkOf(descriptor: string): string | undefined {
  try {
    return readlinkSync(descriptor);
  } catch {
    return undefined;
  }
}
