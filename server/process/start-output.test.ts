import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startOutput } from './start-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function outputTo(isTTY: boolean) {
  let written = '';
  const output = startOutput({ isTTY, write: (text) => (written += text) });
  return { output, lines: () => written.split('\n').slice(0, -1) };
}

test('a terminal shows the lines, and redirected output has only JSON lines', () => {
  const lines = [
    '',
    'CAGED Analytics está no ar: http://127.0.0.1:3000',
    '  Abra "este" endereço.',
  ];
  const terminal = outputTo(true);
  terminal.output.print(lines);
  expect(terminal.lines()).toEqual(lines);
  const redirected = outputTo(false);
  redirected.output.print(lines);
  redirected.output.fail('A porta 3000 já está em uso.');
  expect(redirected.lines().map((line) => JSON.parse(line))).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      msg: 'CAGED Analytics está no ar: http://127.0.0.1:3000',
    },
    { level: 30, time: expect.any(Number), msg: 'Abra "este" endereço.' },
    { level: 60, time: expect.any(Number), msg: 'A porta 3000 já está em uso.' },
  ]);
});

test('work of less than three seconds is not named, and longer work once for each change', () => {
  const { output, lines } = outputTo(true);
  output.step('Abrindo os dados');
  vi.advanceTimersByTime(2_900);
  output.step('Carregando meses de demonstração: 6 de 14');
  expect(lines()).toEqual([]);
  vi.advanceTimersByTime(6_000);
  output.step('Carregando meses de demonstração: 7 de 14');
  vi.advanceTimersByTime(3_000);
  output.done();
  vi.advanceTimersByTime(60_000);
  expect(lines()).toEqual([
    'Carregando meses de demonstração: 6 de 14…',
    'Carregando meses de demonstração: 7 de 14…',
  ]);
});
