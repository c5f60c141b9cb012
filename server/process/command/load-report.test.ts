import { expect, test } from 'vitest';
import { progressLine } from './load-report.ts';

const file = {
  name: 'CAGEDMOV202307.txt',
  step: 'ler',
  outcome: null,
  started_at: '2026-11-26T12:00:00Z',
  text_bytes: 400 * 2 ** 20,
  progress_bytes: 100 * 2 ** 20,
  progress_lines: 1_000_000,
} as const;
const lineOf = (own: object) =>
  progressLine(
    { status: 'PROCESSING', files: [{ ...file, ...own }] },
    new Date('2026-11-26T12:00:10Z'),
  );

test('the progress of a file states its bytes, lines, lines a second and the time left', () => {
  expect(lineOf({})).toBe(
    'CAGEDMOV202307.txt · ler · 100 MiB de 400 MiB (25 %) · 1.000.000 linhas · 100.000 linhas/s · faltam 30 s',
  );
  expect(lineOf({ text_bytes: null })).toBe('CAGEDMOV202307.txt · ler · 100 MiB');
});
