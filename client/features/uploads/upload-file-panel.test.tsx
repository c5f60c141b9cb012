import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readFile, waitingUpload } from '../../../tests/support/sample-upload.ts';
import { UploadFilePanel } from './upload-file-panel.tsx';

function textOf(accepted: number, rejected: number): string {
  const lines = accepted + rejected;
  const file = {
    ...readFile,
    lines,
    accepted,
    rejected,
    step: 'pronto',
    outcome: 'PUBLISHED',
  } as const;
  return renderToStaticMarkup(<UploadFilePanel upload={waitingUpload} file={file} />)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ');
}

test('the counts of the lines of a file agree with their words', () => {
  expect(textOf(4_123_456, 1)).toContain(
    '4.123.456 aceitas + 1 rejeitada = 4.123.457 lidas ✓ confere',
  );
  expect(textOf(1, 0)).toContain('1 aceita + 0 rejeitadas = 1 lida ✓ confere');
});
