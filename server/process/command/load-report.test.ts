import { expect, test } from 'vitest';
import { progressLine, waitingLines } from './load-report.ts';

const file = {
  name: 'CAGEDMOV202307.txt',
  step: 'ler',
  outcome: null,
  step_started_at: '2026-11-26T12:00:00Z',
  bytes: 40 * 2 ** 20,
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
    'CAGEDMOV202307.txt · ler · 100 MiB de 400 MiB (25 %) · 1.000.000 linhas · 100.000 linhas/s · tempo restante: 30 s',
  );
  // The clock was put back.
  expect(lineOf({ step_started_at: '2026-11-26T13:00:00Z' })).toBe(
    'CAGEDMOV202307.txt · ler · 100 MiB',
  );
  expect(lineOf({ text_bytes: null })).toBe('CAGEDMOV202307.txt · ler · 100 MiB');
});

const firstLine = (...names: string[]) =>
  waitingLines({ id: 'u', reasons: null, files: names.map((name) => ({ name })) })[0];

test('an upload that waits for approval is named by its files', () => {
  expect(firstLine('CAGEDFOR202307.txt')).toBe(
    'O envio de CAGEDFOR202307.txt não foi publicado. Motivos:',
  );
  expect(firstLine('a.txt', 'b.txt', 'c.txt')).toContain('O envio de a.txt, b.txt, c.txt não foi');
  expect(firstLine('a.txt', 'b.txt', 'c.txt', 'd.txt')).toContain('O envio de a.txt e mais 3');
});
