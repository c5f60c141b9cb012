import { expect, test } from 'vitest';
import {
  ExtractedLaudo,
  hasPython,
  onlyPython,
  withPython,
} from '../../../tests/support/extracted-laudo.ts';
import { newInstallation } from '../../../tests/support/installation.ts';
import { officialFiles } from '../../../tests/support/official-files.ts';

const where = officialFiles.length > 0 ? '' : ' (none at hand)';

test(`the script computes queries from the official archives to the centavo${where}${withPython}`, async () => {
  const archives = officialFiles.filter((path) => path.endsWith('.7z'));
  if (archives.length === 0) return;
  const official = await newInstallation();
  await official.load(...archives);
  // Counted independently of the product over CAGEDFOR202307 and CAGEDEXC202307 alone (tests/agreement).
  const known = [
    [{}, 26_866, 200_731, 156_000, 135_000, 200_000],
    [{ cbo: '521110', metodo: 'integral' }, 1482, 163_791, 145_000, 132_000, 173_635],
    [{ cbo: '411010', uf: 'SP' }, 183, 195_635, 180_100, 150_000, 220_000],
    [{ faixaEtaria: '55+' }, 1205, 226_040, 174_000, 139_920, 238_840],
  ] as const;
  for (const [filters, ...figures] of known) {
    const laudo = await ExtractedLaudo.of(official, filters);
    await laudo.give(...archives);
    if (hasPython) {
      const { code, stderr, figures: result } = await laudo.python();
      expect([code, stderr], JSON.stringify(filters)).toEqual([0, '']);
      const { registros, media, mediana, q1, q3 } = result;
      expect([registros, media, mediana, q1, q3], JSON.stringify(filters)).toEqual(figures);
      // Without a program that opens archives, the script states what to do.
      const { stderr: refusal } = await laudo.python(await onlyPython());
      expect(refusal).toContain('Extraia o .txt com o programa que tiver');
    }
    await laudo.remove();
  }
  await official.close();
});
