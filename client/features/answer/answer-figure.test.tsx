import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleReport } from '../../../tests/support/sample-report.ts';
import { AnswerFigure } from './answer-figure.tsx';

const salaries = Array.from({ length: 100 }, (_, index) => 150_000 + index * 1000);
const [selection] = sampleReport([{ salaries }]).selections;
if (selection === undefined) throw new Error('No selection.');
const { answer } = selection;

const figureOf = (salary?: number, onMethod?: () => void) =>
  renderToStaticMarkup(
    <AnswerFigure
      answer={answer}
      quality={null}
      salary={salary}
      onSalary={() => undefined}
      onMethod={onMethod}
    />,
  ).replaceAll('\u00a0', ' ');

test('offers the method only where there is one', () => {
  expect(figureOf()).not.toContain('como foi calculado');
  expect(figureOf(undefined, () => undefined)).toContain('como foi calculado');
});

test('labels a small sample', () => {
  expect(figureOf()).not.toContain('Amostra pequena');
  const few = { ...answer, statistics: { ...answer.statistics, count: 12 } };
  const shown = renderToStaticMarkup(
    <AnswerFigure answer={few} quality={null} onMethod={undefined} />,
  );
  expect(shown).toContain('Amostra pequena: use com cautela.');
});

test('prints the user’s salary as text, and no empty line without one', () => {
  expect(figureOf(185_037)).toMatch(/print:inline">R\$ 1\.850,37</);
  expect(figureOf()).toMatch(/print:hidden"><label/);
});

test('the minimum wage has its month: a period of years has several', () => {
  expect(figureOf()).toMatch(/salário mínimo de jun\/2026: <span class="text-ink">R\$ 1\.621,00</);
});

test('the legend has the minimum wage only if its line is drawn', () => {
  const high = { p10: 9000, p25: 9500, median: 10_000, p75: 10_500, p90: 11_000 };
  const shown = renderToStaticMarkup(
    <AnswerFigure
      answer={{ ...answer, statistics: { ...answer.statistics, ...high } }}
      quality={null}
      onMethod={undefined}
    />,
  );
  expect(shown).toContain('8 de cada 10');
  expect(shown).not.toContain('salário mínimo');
});
