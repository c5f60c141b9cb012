import { expect, test } from 'vitest';
import { readEqualityLink } from './equality-query.ts';

test('the valid parts of a link are read, and the others are reported', () => {
  expect(readEqualityLink({}).request).toEqual({ empregados: '100+' });
  expect(
    readEqualityLink({ grupo: '521', uf: 'SP', cnaes: '4781400', secao: 'g', raca: 'sim' }),
  ).toEqual({
    request: { grupo: '521', uf: 'SP', cnaes: ['4781400'], secao: 'G', empregados: '100+' },
    rejected: [],
  });
  expect(readEqualityLink({ release: '3' }).request).toEqual({ empregados: '100+', release: 3 });
  expect(readEqualityLink({ grupo: '52', empregados: 'x', periodoFim: '202307' })).toEqual({
    request: { periodoFim: '202307', empregados: '100+' },
    rejected: ['grupo=52', 'empregados=x'],
  });
});
