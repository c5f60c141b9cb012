import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeMonths } from '../../server/registry/generator/generate-months.ts';
import { reasonsOf } from '../../server/registry/ingest/upload-view.ts';
import { newInstallation } from '../support/installation.ts';
import { textFile } from '../support/official-file.ts';

test('through the whole load: months with decimal points and noise go live, months without their commas wait', async () => {
  const installation = await newInstallation();
  try {
    const directory = installation.folder;
    const written = await writeMonths({
      warehouse: installation.warehouse,
      directory,
      months: ['202305', '202306', '202307', '202308'],
      linesPerMonth: 3000,
      seed: 'whole load',
    });
    const movs = written.filter(({ kind }) => kind === 'MOV');
    const [first, second, third, fourth] = await Promise.all(
      movs.map(async ({ path, month }) => ({ month, text: await readFile(path, 'utf8') })),
    );
    const load = async (month: string | undefined, text: string | undefined) =>
      installation.load(await textFile(`CAGEDMOV${month}.txt`, text ?? ''));
    expect((await load(first?.month, first?.text)).status).toBe('COMPLETED');
    // As MTE wrote 202308: 1539,44 is 1539.4399, and 1320,00 is 1320.
    const pointed = second?.text
      .replaceAll(/;(\d+),00(?=[;\r])/g, ';$1')
      .replaceAll(/;(\d*),(\d)(\d)(?=[;\r])/g, ';$1.$2$399');
    expect((await load(second?.month, pointed)).status).toBe('COMPLETED');
    const waiting = await load(third?.month, third?.text.replaceAll(/(?<=\d),(?=\d\d[;\r])/g, ''));
    expect(waiting.status).toBe('AWAITING_APPROVAL');
    expect(reasonsOf(waiting).map(({ code }) => code)).toContain('wageRatio');
    expect((await load(fourth?.month, fourth?.text)).status).toBe('COMPLETED');
  } finally {
    await installation.close();
  }
});
