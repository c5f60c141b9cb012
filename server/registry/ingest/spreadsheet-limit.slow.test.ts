import { expect, test } from 'vitest';
import { newInstallation } from '../../../tests/support/installation.ts';
import { officialText, textFile } from '../../../tests/support/official-file.ts';

test('a text of exactly as many lines as a spreadsheet holds is refused', async () => {
  const installation = await newInstallation();
  const [header = '', line = ''] = officialText('MOV', [{}]).split('\r\n');
  const text = `${header}\r\n${`${line}\r\n`.repeat(1_048_575)}`;
  const upload = await installation.load(await textFile('CAGEDMOV202307.txt', text));
  expect(upload.files[0]).toMatchObject({ outcome: 'REFUSED' });
  expect(upload.files[0]?.message).toContain('1.048.575 linhas, o limite de uma planilha');
  expect((await installation.counted({})).totalCount).toBe(0);
  await installation.close();
});
