import { expect, test } from 'vitest';
import { newInstallation } from '../../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../../tests/support/official-file.ts';

const lines = (count: number, fields: LineFields) => Array.from({ length: count }, () => fields);

test('names the nearest municipalities with data, those of a neighbouring state too', async () => {
  const installation = await newInstallation();
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      // Águas da Prata is some 20 km from Poços de Caldas in Minas Gerais, and some 115 km from Campinas.
      ...lines(1, { municipality: '350040' }),
      ...lines(40, { municipality: '350950' }),
      ...lines(30, { uf: '31', municipality: '315180' }),
      ...lines(29, { uf: '31', municipality: '310730' }),
    ]),
  );
  const requested = { cbo: '521110', uf: 'SP', municipios: ['350040'] };
  const { nearby } = await installation.search(requested);
  await installation.close();
  expect(nearby.map(({ codigo, uf, count, median }) => [codigo, uf, count, median])).toEqual([
    ['315180', 'MG', 30, 1500],
    ['350950', 'SP', 40, 1500],
  ]);
  const [pocos = 0, campinas = 0] = nearby.map(({ kilometres }) => kilometres);
  expect([Math.round(pocos / 10), Math.round(campinas / 10)]).toEqual([2, 12]);
});
