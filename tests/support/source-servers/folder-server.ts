import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Faults, type TestServer } from './test-server.ts';

/** A folder on disk, which needs no server; its transfers have no faults. */
export async function folderServer(): Promise<TestServer> {
  const root = mkdtempSync(join(tmpdir(), 'caged-source-'));
  return {
    faults: new Faults(),
    address: pathToFileURL(root).href,
    options: {},
    forbiddenAddress: undefined,
    missingAddress: pathToFileURL(join(root, 'nada')).href,
    secrets: [],
    put: (path, file) => writeStored(join(root, path), file),
    remove: (path) => rmSync(join(root, path)),
    stop: async () => undefined,
    clean: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Writes a file with its modification time, and its parent folders. */
export const writeStored: (path: string, file: Parameters<TestServer['put']>[1]) => void = (
  path,
  { content, modifiedAt },
) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, modifiedAt, modifiedAt);
};
