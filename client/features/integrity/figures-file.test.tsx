import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { monthsFrom } from '../../../shared/codes/months.ts';
import { figuresCsvHeader } from '../../../shared/statistics/figures-csv.ts';
import { readFile, ReadFile } from './figures-file.tsx';

const line = '202607;202607;declarada;10;4;6;;MTE';
const read = (...lines: readonly string[]) => readFile(new File([lines.join('\n')], 'numeros.csv'));

const sized = (bytes: number) => readFile(new File([new Uint8Array(bytes)], 'numeros.csv'));

test('a file has its figures, or none and the errors of its lines', async () => {
  expect(await read(figuresCsvHeader, line)).toMatchObject({
    figures: [{ month: '202607', admissions: 10, separations: 4, balance: 6 }],
    problems: [],
  });
  expect(await read(figuresCsvHeader, '', line.replace('10', 'x'))).toMatchObject({
    figures: [],
    problems: [{ line: 3, column: 'admissoes' }],
  });
});

test('a file that is no list of figures, or too long, is refused', async () => {
  expect(await read('mes;saldo', line)).toEqual({
    refusal: `A primeira linha do CSV deve ser ${figuresCsvHeader}.`,
  });
  expect(await read(figuresCsvHeader)).toEqual({ refusal: 'Informe ao menos um número.' });
  const many = monthsFrom('200001', '209912').flatMap((month) =>
    ['declarada', 'ajustada'].map((series) => `209912;${month};${series};10;4;6;;MTE`),
  );
  expect(await read(figuresCsvHeader, ...many.slice(0, 2001))).toEqual({
    refusal: 'Importe até 2.000 linhas por vez.',
  });
  const tooLarge = { refusal: 'O arquivo passa de 2 MB: divida-o.' };
  expect(await sized(2_000_001)).toEqual(tooLarge);
  expect(await sized(2_000_000)).not.toEqual(tooLarge);
});

const shown = (problems: number) =>
  renderToStaticMarkup(
    <ReadFile
      figures={[]}
      problems={Array.from({ length: problems }, (_, at) => ({
        line: at + 2,
        column: at === 0 ? '' : 'mes',
        message: `Erro ${at + 1}.`,
      }))}
    />,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('the first fifty errors are listed by line and column, and all are counted', () => {
  expect(shown(0)).toContain('0 linhas prontas para importar.');
  expect(shown(1)).toContain('1 erro no arquivo; nada foi importado.');
  expect(shown(1)).toContain(' 2 linha inteira Erro 1. ');
  expect(shown(50)).toContain(' 51 mes Erro 50. ');
  expect(shown(50)).not.toContain('Os primeiros');
  expect(shown(51)).not.toContain('Erro 51.');
  expect(shown(51)).toContain('51 erros no arquivo');
  expect(shown(51)).toContain('Os primeiros 50 de 51.');
});
