import { expect, test } from 'vitest';
import { newInstallation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import {
  describeBatches,
  readableBatches,
  readLines,
  removeBatch,
  writeLines,
} from './batch-lines.ts';
import { batchTables } from './batch-tables.ts';

test('lines of a backup that still had what is computed by now are written without that', async () => {
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
    const today = batchTables.find(({ name }) => name === 'movements');
    if (today === undefined) throw new Error('There are no movements.');
    const earlier = {
      name: today.name,
      columns: [
        ...today.columns,
        { name: 'pay', type: 'UInt32' },
        { name: 'traits', type: 'UInt32' },
      ],
    };
    const described = await describeBatches(warehouse, today, [batch]);
    expect(described).toMatchObject([{ batch, rows: 3 }]);
    let text = '';
    for await (const piece of readLines(warehouse, today, batch, { isPublished: false })) {
      text += Buffer.from(piece).toString();
    }
    await removeBatch(warehouse, 'movements', batch);
    expect(await readableBatches(warehouse, 'movements')).toEqual([]);
    await writeLines(warehouse, earlier, bytesOf(text.replaceAll('"]', '|150000|4097"]')));
    expect(await describeBatches(warehouse, today, [batch])).toEqual(described);
  } finally {
    await installation.close();
  }
});

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}
