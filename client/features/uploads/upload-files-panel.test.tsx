import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Upload, UploadFile } from '../../../shared/contracts/uploads.ts';
import { readFile, waitingUpload } from '../../../tests/support/sample-upload.ts';
import { UploadFilesPanel } from './upload-files-panel.tsx';

const markupOf = (files: UploadFile[], status: Upload['status'] = 'COMPLETED') =>
  renderToStaticMarkup(<UploadFilesPanel upload={{ ...waitingUpload, status, files }} />);

const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const openOf = (count: number, status: Upload['status']) => {
  const files = Array.from({ length: count }, (_, id) => ({ ...readFile, id }));
  return markupOf(files, status).match(/<details[^>]* open/g)?.length ?? 0;
};

const lineOf = (file: UploadFile) =>
  wordsOf(/<summary[^>]*>(.*?)<\/summary>/.exec(markupOf([file]))?.[1] ?? '');

const fileOf = (accepted: number, rejected: number): UploadFile => ({
  ...readFile,
  lines: accepted + rejected,
  accepted,
  rejected,
  step: 'pronto',
  outcome: 'PUBLISHED',
});

test('the counts of the lines of a file agree with their words', () => {
  expect(wordsOf(markupOf([fileOf(4_123_456, 1)]))).toContain(
    '4.123.456 aceitas + 1 rejeitada = 4.123.457 lidas ✓ confere',
  );
  expect(wordsOf(markupOf([fileOf(1, 0)]))).toContain('1 aceita + 0 rejeitadas = 1 lida ✓ confere');
});

test('the lines of all files are added up', () => {
  expect(wordsOf(markupOf([fileOf(398, 2), readFile, fileOf(398, 2)]))).toContain(
    '796 aceitas + 4 rejeitadas = 800 lidas ✓ confere',
  );
  expect(wordsOf(markupOf([readFile]))).not.toContain('confere');
});

test('the files of a month are open at first while it is loaded; others are lines', () => {
  expect(openOf(3, 'PROCESSING')).toBe(3);
  expect(openOf(4, 'PROCESSING')).toBe(0);
  expect(openOf(3, 'COMPLETED')).toBe(0);
});

test('the line of a file has its count, and what is unusual about it', () => {
  expect(lineOf(fileOf(400, 0))).toBe('CAGEDMOV202307.txt 400 linhas');
  expect(lineOf(fileOf(398, 2))).toBe(
    'CAGEDMOV202307.txt 398 aceitas + 2 rejeitadas = 400 lidas ✓ confere',
  );
  expect(lineOf({ ...readFile, outcome: 'REFUSED', message: 'Não é do CAGED.' })).toBe(
    'CAGEDMOV202307.txt Recusado Não é do CAGED.',
  );
});
