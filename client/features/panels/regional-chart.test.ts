import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { Place, RegionalPanel } from '../../../shared/contracts/panels.ts';
import { figures, samplePanels } from '../../../tests/support/sample-panels.ts';
import { paperTheme } from '../../components/charts/chart-theme.ts';
import { regionalChart } from './regional-chart.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const place = (codigo: string, rank: number | null, count: number, median: number): Place => ({
  codigo,
  nome: `Estado ${codigo}`,
  rank,
  ...figures(count, median),
});

const panelOf = (states: Place[], country = figures(900, 1900)): RegionalPanel => ({
  ...samplePanels.regional,
  states,
  country,
  municipalities: null,
});

const summaryOf = (...panel: Parameters<typeof panelOf>) =>
  plain(regionalChart(panelOf(...panel), undefined).summary);

test('the summary names the highest and the lowest median, and the country', () => {
  const states = [
    place('SP', 1, 300, 2500),
    place('RJ', 1, 300, 2500),
    place('MG', 3, 300, 2000),
    place('BA', 4, 300, 1600),
    place('AC', null, 29, 9000),
  ];
  expect(summaryOf(states)).toBe(
    'Mediana por estado, de 4 estados com ao menos 30 registros. A maior: Estado SP e Estado RJ, R$ 2.500,00. A menor: Estado BA, R$ 1.600,00. No Brasil, R$ 1.900,00.',
  );
  // The country's median is suppressed.
  expect(summaryOf(states, figures(4, 1900))).toMatch(/R\$ 1\.600,00\.$/);
});

test('the summary names no extremes of equal medians, or of a difference that may be chance', () => {
  expect(summaryOf([place('SP', 1, 300, 2000), place('BA', 1, 300, 2000)])).toMatch(
    'É a mesma em todos: R$ 2.000,00.',
  );
  expect(summaryOf([place('SP', 1, 300, 2010), place('BA', 2, 300, 2000)])).toMatch(
    'A diferença entre a maior e a menor pode ser acaso.',
  );
});

/** The drawn map of a panel: the name of each state's mark, and the fill of its tile. */
function mapOf(states: Place[]) {
  const { marks, picture } = regionalChart(panelOf(states), undefined, []).draw(500, paperTheme);
  const svg = renderToStaticMarkup(createElement('svg', null, picture));
  return {
    nameOf: (uf: string) => plain(marks.find(({ key }) => key === uf)?.name ?? ''),
    fillOf: (uf: string) =>
      svg
        .split('<g ')
        .find((tile) => tile.includes(`>${uf}</text>`))
        ?.match(/<rect[^>]* fill="([^"]+)"/)?.[1],
  };
}

test('each state has the colour of its median in whole reais; one of few records has none', () => {
  const { fillOf } = mapOf([
    place('SP', 1, 40, 2000),
    place('RJ', 2, 40, 1199.6),
    place('MG', 3, 40, 1199.4),
    place('BA', 4, 40, 1000),
    place('PE', null, 29, 1900),
  ]);
  // Five steps of R$ 200,00 from R$ 1.000,00.
  const [first, second] = paperTheme.steps;
  expect(['SP', 'RJ', 'MG', 'BA'].map(fillOf)).toEqual([
    paperTheme.steps.at(-1),
    second,
    first,
    first,
  ]);
  expect(fillOf('PE')).toMatch(/^url/);
  expect(fillOf('RR')).toBe(paperTheme.surface);
});

test('each state has its position and figures on the map', () => {
  const { nameOf } = mapOf([
    place('SP', 1, 40, 1000),
    place('BA', null, 40, 900),
    place('AC', null, 3, 0),
  ]);
  expect(nameOf('SP')).toBe(
    '1º, Estado SP: mediana R$ 1.000,00; metade central de R$ 800,00 a R$ 1.300,00; 40 registros',
  );
  expect(nameOf('BA')).toMatch(/^Estado BA: mediana R\$ 900,00/);
  expect(nameOf('AC')).toBe('Estado AC: 3 registros; com menos de 5, mostramos só a contagem');
  expect(nameOf('RR')).toBe('RR: nenhum registro');
});

test('each line beside the map has position, name, median and records', () => {
  const { draw } = regionalChart(panelOf([place('SP', 1, 40, 1000)]), undefined, [
    place('SP', 1, 40, 1000),
    place('AC', null, 3, 0),
  ]);
  const text = plain(
    renderToStaticMarkup(createElement('svg', null, draw(800, paperTheme).picture)).replaceAll(
      /<[^>]+>/g,
      '|',
    ),
  ).replaceAll(/\|+/g, '|');
  expect(text).toContain('|1º|Estado SP|R$ 1.000,00|40 registros|');
  expect(text).toContain('|—|Estado AC|—|3 registros|');
});
