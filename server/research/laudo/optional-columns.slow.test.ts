import { expect, test, vi } from 'vitest';
import { ExtractedLaudo, hasPython, withPython } from '../../../tests/support/extracted-laudo.ts';
import { newInstallation } from '../../../tests/support/installation.ts';
import {
  officialColumns,
  officialFile,
  officialText,
  textFile,
  type LineFields,
} from '../../../tests/support/official-file.ts';

// As if the ministry had added three columns to the files from 202309 on.
vi.mock(import('../../platform/warehouse/layout.ts'), async (importOriginal) => {
  const { withColumns } = await import('../../../tests/support/added-columns.ts');
  const since = '202309';
  return withColumns(await importOriginal(), [
    {
      name: 'remote',
      header: 'naturezadovínculo',
      since,
      type: 'UInt16',
      form: 'code',
      codes: null,
      check: 'distribution',
    },
    { name: 'bonus', header: 'adicional', since, type: 'Nullable(Int64)', form: 'hundredths' },
    { name: 'shift', header: 'turnolegal', since, type: 'Nullable(UInt16)', form: 'whole' },
  ]);
});

const added = ['remote', 'bonus', 'shift'];

const lineOf = (month: string, salary: string, fields: LineFields = {}): LineFields => ({
  month,
  declared_month: month,
  salary,
  ...fields,
});

/** A file of September, with the added columns. */
const file = (kind: 'MOV' | 'EXC', lines: readonly LineFields[]) =>
  textFile(
    `CAGED${kind}202309.txt`,
    officialText(kind, lines, [...officialColumns(kind), ...added]),
  );

test(`columns of some months decide which lines are equal${withPython}`, async () => {
  const installation = await newInstallation();
  const august = Array.from({ length: 4 }, () => lineOf('202308', '2000,00'));
  const september = [
    lineOf('202309', '3000,00', { remote: '7', bonus: '1,5', shift: '2' }),
    lineOf('202309', '4000,00', { remote: '7', bonus: '1,5' }),
    lineOf('202309', '5000,00', { bonus: '2' }),
    lineOf('202309', '6000,00'),
    // These two cannot be read.
    lineOf('202309', '7000,00', { remote: 'x' }),
    lineOf('202309', '7000,00', { shift: '65536' }),
  ];
  const excluded = [
    // A ministry may fill the new columns of old lines too.
    lineOf('202308', '2000,00', { remote: '7', bonus: '9' }),
    lineOf('202309', '3000,00', { remote: '7', bonus: '1.50', shift: '02' }),
    // Another value in a column of September: no line is equal.
    lineOf('202309', '4000,00', { remote: '8', bonus: '1,5' }),
    lineOf('202309', '5000,00', { bonus: '2', shift: '1' }),
    lineOf('202309', '6000,00', { bonus: '0' }),
  ];
  const files = [
    await officialFile('CAGEDMOV202308.txt', 'MOV', august),
    await file('MOV', september),
    await file(
      'EXC',
      excluded.map((line) => ({ ...line, exclusion_month: '202309' })),
    ),
  ];
  const { files: loaded } = await installation.loadWith({ maxRejectedPercent: 50 }, ...files);
  expect(loaded.map(({ outcome, rejected }) => [outcome, rejected])).toEqual([
    ['PUBLISHED', 0],
    ['PUBLISHED', 2],
    ['PUBLISHED', 0],
  ]);
  const laudo = await ExtractedLaudo.of(installation, {
    periodoInicio: '202308',
    periodoFim: '202309',
    movimentacao: 'todas',
    metodo: 'bruto',
    serie: 'ajustada',
  });
  await laudo.give(...files);
  // Left are 2,000 three times, 4,000, 5,000 and 6,000: their mean is 3,500.
  const expected = { registros: 6, media: 350_000, minimo: 200_000, maximo: 600_000 };
  if (hasPython) {
    const { code, figures, stderr } = await laudo.python();
    expect([stderr, code]).toEqual(['', 0]);
    expect(figures).toMatchObject(expected);
  }
  expect(await laudo.duckdb()).toMatchObject(expected);
  await laudo.remove();
  await installation.close();
});
