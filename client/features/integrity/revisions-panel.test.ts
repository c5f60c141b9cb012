import { expect, test } from 'vitest';
import { revisionFinding } from './revisions-panel.tsx';

const noBand = { lowest: null, median: null, highest: null };
const resultOf = (...bands: Parameters<typeof revisionFinding>[0]) =>
  revisionFinding(bands).replaceAll('\u00a0', ' ');

test('states the longest delay that has a band', () => {
  const first = { delay: 1, months: 4, lowest: -0.01, median: 0.002, highest: 0.03 };
  const second = { delay: 2, months: 3, lowest: 0, median: 0.2, highest: 0.25 };
  expect(resultOf(first, second, { delay: 3, months: 2, ...noBand })).toBe(
    'Em 2 meses, as admissões dos 3 meses acompanhados até agora mudaram de 0,0 % a +25,0 % (mediana +20,0 %). São poucos meses para dizer o que é usual.',
  );
  expect(resultOf(first)).toContain(
    'Em 1 mês, as admissões dos 4 meses acompanhados até agora mudaram de −1,0 % a +3,0 % (mediana +0,2 %). São poucos meses para dizer o que é usual.',
  );
  expect(resultOf({ ...first, months: 11 })).toContain('poucos meses');
  expect(resultOf({ ...first, months: 12 })).toBe(
    'Em 1 mês, as admissões de um mês novo costumam mudar +0,2 % (mediana de 12 meses acompanhados; de −1,0 % a +3,0 %).',
  );
});

test('says that the history is too short', () => {
  expect(resultOf({ delay: 1, months: 2, ...noBand })).toContain('Ainda não há histórico');
  expect(resultOf()).toContain('3 meses com os arquivos FOR e EXC');
});
