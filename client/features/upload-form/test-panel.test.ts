import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallError } from '../../lib/call.ts';
import { TestFailure } from './test-panel.tsx';

const textOf = (error: Error) =>
  renderToStaticMarkup(TestFailure({ error, role: 'ADMIN' })).replaceAll(/<[^>]*>/g, ' ');

test("a gateway's error is explained once, and the server's own sentence has its code", () => {
  expect(textOf(new CallError(502, '')).match(/erro 502/g)).toHaveLength(1);
  expect(textOf(new CallError(507, 'O disco está cheio.', { code: 'disk_full' }))).toMatch(
    /❌ Erro: O disco está cheio\. .*O servidor respondeu com o código 507\./,
  );
});
