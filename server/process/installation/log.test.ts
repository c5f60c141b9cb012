import { expect, test } from 'vitest';
import { createLogger } from './log.ts';

test('a line break in what is logged begins no line of its own', () => {
  let written = '';
  const logger = createLogger({ write: (text) => (written += text) });
  const forged = 'x\n{"level":30,"msg":"signed in"}\r\n\u2028';
  logger.info({ path: forged }, forged);
  expect(written.split('\n').length).toBe(2);
  expect(JSON.parse(written)).toMatchObject({ path: forged, msg: forged });
});
