import { expect, test } from 'vitest';
import type { SourceNews } from '../../../shared/contracts/source.ts';
import { monthsOfNews, newsText, wantedOf } from './news-panel.tsx';

const file = (bytes: number | null) => ({ name: 'x.7z', bytes, modifiedAt: null, hash: null });
const news: SourceNews['news'] = [
  { kind: 'MOV', month: '202605', state: 'nova', file: file(50), loaded: null },
  { kind: 'FOR', month: '202605', state: 'igual', file: file(7), loaded: file(7) },
  { kind: 'MOV', month: '202604', state: 'alterada', file: file(40), loaded: file(41) },
  { kind: 'EXC', month: '202603', state: 'só carregada', file: null, loaded: file(3) },
];

test('a load brings what is new or changed, and only that', () => {
  const months = monthsOfNews(news);
  expect(months.map(({ month, files, fresh }) => [month, files.length, fresh.length])).toEqual([
    ['202605', 2, 1],
    ['202604', 1, 1],
    ['202603', 1, 0],
  ]);
  expect(wantedOf(months)).toEqual({ files: 2, bytes: 90 });
});

test('if the source does not state one size, the sum is unknown', () => {
  const months = monthsOfNews([
    ...news,
    { kind: 'FOR', month: '202604', state: 'nova', file: file(null), loaded: null },
  ]);
  expect(wantedOf(months)).toEqual({ files: 3, bytes: null });
  expect(wantedOf([])).toEqual({ files: 0, bytes: 0 });
});

test('files whose load was requested are not offered again', () => {
  const requested: SourceNews['news'] = [
    { kind: 'MOV', month: '202605', state: 'já pedida', file: file(50), loaded: null },
  ];
  const fresh = monthsOfNews(requested).filter((month) => month.fresh.length > 0);
  expect(newsText(requested, fresh)).toBe('Nada de novo além do que já foi pedido,');
  expect(newsText([], [])).toBe('Nada de novo');
});
