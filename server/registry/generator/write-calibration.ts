/**
 * Derives calibration.json from local official files: `node server/registry/generator/write-calibration.ts
 * CAGEDFOR202307.7z CAGEDEXC202307.7z`, under Node 24.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stageFile } from '../ingest/stage-file.ts';
import { openEmbeddedWarehouse } from '../../platform/warehouse/embedded.ts';
import { prepareWarehouse } from '../../platform/warehouse/schema.ts';
import { calibrate } from './calibrate.ts';

const [movements, exclusions] = process.argv.slice(2);
if (movements === undefined || exclusions === undefined) {
  throw new Error('Give a file of movements (MOV or FOR) and one of exclusions (EXC).');
}
const directory = await mkdtemp(join(tmpdir(), 'calibration-'));
const warehouse = await openEmbeddedWarehouse({ directory });
try {
  await prepareWarehouse(warehouse);
  for (const [index, path] of [movements, exclusions].entries()) {
    await stageFile(
      { batch: index + 1, path, name: basename(path), asked: {} },
      {
        warehouse,
        maxTextBytes: 16 * 2 ** 30,
        onProgress: () => {},
        knownVersion: async () => undefined,
      },
    );
  }
  const source = `MTE/PDET, Novo CAGED: ${basename(movements)}, ${basename(exclusions)}`;
  const calibration = await calibrate(warehouse, { source, movements: 1, exclusions: 2 });
  const target = new URL('calibration.json', import.meta.url);
  await writeFile(target, `${JSON.stringify(calibration, null, 2)}\n`);
} finally {
  await warehouse.close();
  await rm(directory, { recursive: true, force: true });
}
