import { expect, test } from 'vitest';
import { sampleJpeg, samplePng } from '../../../../tests/support/sample-images.ts';
import { salariesOf, sheet, workbookOf } from '../../../../tests/support/sample-workbook.ts';
import { elements } from '../../../../tests/support/xml.ts';
import { harmlessImage } from '../logo-image.ts';

/** English Metric Units (EMU) per pixel. */
const unitsOfPixel = 9525;

test.each([
  // Two that fit as they are, one scaled into 240 by 64 pixels, and two with extreme proportions.
  ['a small PNG', samplePng({ width: 120, height: 40, colorType: 6 }), 120, 40],
  ['a JPEG', sampleJpeg, 24, 16],
  ['a large one', samplePng({ width: 1200, height: 400 }), 192, 64],
  ['a very wide one', samplePng({ width: 2400, height: 100 }), 240, 10],
  ['a very tall one', samplePng({ width: 100, height: 3200 }), 2, 64],
])('the summary has the logo, undistorted: %s', async (_, bytes, width, height) => {
  const { mediaType, bytes: stored, ...size } = await harmlessImage(bytes);
  const logo = { mediaType, ...size, content: stored.toString('base64') };
  const { workbook } = await workbookOf([{ salaries: salariesOf(30) }], { logo });
  const drawings = [...workbook.parts].filter(([name]) => name.startsWith('xl/drawings/drawing'));
  const pictures = drawings.flatMap(([, xml]) => elements(xml, 'xdr:pic'));
  expect(pictures).toHaveLength(1);
  const [picture] = pictures;
  if (picture === undefined) throw new Error('There is no picture.');
  expect(elements(picture, 'xdr:cNvPr')[0]?.attributes['descr']).toBe(
    'Logotipo de Padaria Estrela & Filhos',
  );
  const extent = elements(picture, 'a:ext').find(({ attributes }) => 'cx' in attributes);
  expect(Number(extent?.attributes['cx']) / unitsOfPixel).toBeCloseTo(width, -0.5);
  expect(Number(extent?.attributes['cy']) / unitsOfPixel).toBeCloseTo(height, -0.5);
  // The cells beside it stay where they are.
  expect(sheet(workbook, 'Resumo').cells.get('A2')?.value).toBe('Vendedores em São Paulo');
});

test('a workbook of a company without one has no picture', async () => {
  const { workbook } = await workbookOf([{ salaries: salariesOf(30) }]);
  expect([...workbook.parts.keys()].some((name) => name.startsWith('xl/media/'))).toBe(false);
});
