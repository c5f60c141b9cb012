import { expect, test } from 'vitest';
import { missingNote } from './integrity-texts.ts';

const months = (kind: 'MOV' | 'FOR', ...own: string[]) => own.map((month) => ({ kind, month }));

test('missing months that follow one another are reported as a run, over a new year too', () => {
  expect(
    missingNote([
      ...months('FOR', '202401', '202312', '202311', '202308'),
      ...months('MOV', '202307'),
    ]),
  ).toBe('faltam MOV jul/2023; FOR ago/2023, nov/2023 a jan/2024');
});

test('the verb agrees with the number of missing files', () => {
  expect(missingNote(months('MOV', '202307'))).toBe('falta MOV jul/2023');
  expect(missingNote([...months('MOV', '202307'), ...months('FOR', '202308')])).toBe(
    'faltam MOV jul/2023; FOR ago/2023',
  );
});
