import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { requireWholeBatches } from './require-whole-batches.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation({}, 'embedded');
});
afterEach(() => installation.close());

test('a warehouse that has lost lines of a release refuses to answer, a whole one does not', async () => {
  const { store, warehouse } = installation;
  await requireWholeBatches(store, warehouse);
  const line = { salary: '1500,00' };
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [line, line, { cbo: '411005' }]),
  );
  const excluded = { ...line, exclusion_month: '202308', exclusion_indicator: '1' };
  await installation.load(await officialFile('CAGEDEXC202308.txt', 'EXC', [excluded]));
  await requireWholeBatches(store, warehouse);
  const lose = (table: string, condition: string) =>
    warehouse.run({
      text: `alter table ${table} delete where ${condition} settings mutations_sync = 2`,
    });
  // The line that the exclusion cancels.
  await lose('movements', 'weight < 0');
  await expect(requireWholeBatches(store, warehouse)).rejects.toThrow(
    'O lote 3, que está publicado, tem 0\u00a0linhas de 1 no armazém: o disco perdeu dados.',
  );
  await lose('exclusions', 'true');
  await expect(requireWholeBatches(store, warehouse)).rejects.toThrow(
    'O lote 2, que está publicado, tem 0\u00a0linhas de 1 no armazém: o disco perdeu dados.',
  );
  await lose('movements', 'cbo = 411005');
  await expect(requireWholeBatches(store, warehouse)).rejects.toThrow(
    'O lote 1, que está publicado, tem 2\u00a0linhas de 3 no armazém: o disco perdeu dados.',
  );
});
