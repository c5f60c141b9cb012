import { expect, test } from 'vitest';
import { newInstallation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import {
  describeBatches,
  readableBatches,
  readLines,
  removeBatch,
  writeLines,
  batchTables,
} from './batch-lines.ts';

test('lines that were read from a batch give the same batch when they are written', async () => {
  const installation = await newInstallation();
  try {
    const { warehouse } = installation;
    const month = { month: '202306', declared_month: '202306' };
    const lines = [{ salary: '1500,00' }, { salary: '' }, { sex: '3', age: '' }].map((line) => ({
      ...line,
      ...month,
    }));
    await installation.load(await officialFile('CAGEDMOV202306.txt', 'MOV', lines));
    const [batch = 0] = await readableBatches(warehouse, 'movements');
    const own = batchTables.find(({ name }) => name === 'movements');
    if (own === undefined) throw new Error('There are no movements.');
    const table = { name: own.name, columns: [...own.columns] };
    const described = await describeBatches(warehouse, table, [batch]);
    expect(described).toMatchObject([{ batch, rows: 3 }]);
    let text = '';
    for await (const piece of readLines(warehouse, table, batch, { isPublished: false })) {
      text += Buffer.from(piece).toString();
    }
    await removeBatch(warehouse, 'movements', batch);
    expect(await readableBatches(warehouse, 'movements')).toEqual([]);
    const unknown = { ...table, columns: [...table.columns, { name: 'pay' }] };
    await expect(writeLines(warehouse, unknown, bytesOf(text))).rejects.toThrow('não conhece');
    // The types that a manifest states are ignored.
    const forged = {
      ...table,
      columns: table.columns.map(({ name }) => ({ name, type: 'String' })),
    };
    await writeLines(warehouse, forged, bytesOf(text));
    expect(await describeBatches(warehouse, forged, [batch])).toEqual(described);
  } finally {
    await installation.close();
  }
});

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}
