import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { UploadFile } from '../../../shared/contracts/uploads.ts';
import { waitingUpload } from '../../../tests/support/sample-upload.ts';
import { UploadFilePanel } from './upload-file-panel.tsx';

function textOf(accepted: number, rejected: number): string {
  const file = UploadFile.parse({
    id: 1,
    name: 'CAGEDMOV202307.txt',
    kind: 'MOV',
    month: '202307',
    bytes: 9,
    textBytes: 9,
    sha256: null,
    receivedSha256: null,
    lines: accepted + rejected,
    accepted,
    rejected,
    step: 'pronto',
    progressBytes: 0,
    progressLines: 0,
    pace: null,
    stepTimes: {},
    startedAt: null,
    finishedAt: null,
    outcome: 'PUBLISHED',
    message: null,
  });
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
