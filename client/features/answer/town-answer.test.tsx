import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleEstimate } from '../../../tests/support/sample-estimate.ts';
import TownAnswer from './town-answer.tsx';

const estimate = { ...sampleEstimate, lower: 1600 };
const sabara = {
  codigo: '315670',
  nome: 'Sabará',
  uf: 'MG',
  kilometres: 21,
  count: 80,
  median: 1700,
};

const shown = (of: Partial<Parameters<typeof TownAnswer>[0]>) =>
  renderToStaticMarkup(
    <TownAnswer
      estimate={null}
      nearby={[]}
      offers={[]}
      onPlace={() => undefined}
      onSearch={() => undefined}
      {...of}
    />,
  ).replaceAll('\u00a0', ' ');

test('an estimate is labelled and explained, and drawn as a hollow mark between its bounds', () => {
  const html = shown({ estimate });
  expect(html).toContain('Estimativa para Caeté (MG): R$ 1.690 (entre R$ 1.600 e R$ 1.780)');
  expect(html).toContain('Não é uma contagem');
  // In the middle of a dashed band, and like it without a filling.
  expect(html).toMatch(/border-dashed border-bar-strong bg-surface" style="left:12%;right:12%"/);
  expect(html).toMatch(/rounded-full border-2 border-ink bg-surface" style="left:50%"/);
});

test('nearby municipalities have distance, median and count, and no band without an estimate', () => {
  const html = shown({ nearby: [sabara] });
  expect(html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/ +/g, ' ')).toContain(
    'Mediana dos municípios mais próximos com dados Sabará 21 km R$ 1.700,00 80 registros',
  );
  expect(html).not.toContain('border-dashed');
  expect(shown({})).toBe('');
});
