import { glob, stat } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const built = join(root, 'dist/paper/paper.js');

/** Builds what reports are drawn with once before all tests, unless it is newer than what it is built from. */
export default async function buildDrawings(): Promise<void> {
  const builtAt = await modifiedAt(built);
  for await (const path of glob(['client/**/*.{ts,tsx}', 'shared/*.ts', 'vite.paper.config.ts'], {
    cwd: root,
  })) {
    if ((await modifiedAt(join(root, path))) > builtAt) {
      // In a process of its own: this one calls itself a test, and React would be built for that.
      await run('vite', ['build', '--config', 'vite.paper.config.ts', '--logLevel', 'error'], {
        cwd: root,
        env: { PATH: process.env['PATH'] },
      });
      return;
    }
  }
}

async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
