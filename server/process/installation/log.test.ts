import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger, logOutput } from './log.ts';

test('a line break in a logged value does not begin a new line', () => {
  let written = '';
  const logger = createLogger({ write: (text) => (written += text) });
  const forged = 'x\n{"level":30,"msg":"signed in"}\r\n\u2028';
  logger.info({ path: forged }, forged);
  expect(written.split('\n').length).toBe(2);
  expect(JSON.parse(written)).toMatchObject({ path: forged, msg: forged });
});

test('the log hides passwords, tokens, keys, and the secrets of a second factor', () => {
  let written = '';
  const logger = createLogger({ write: (text) => (written += text) });
  const proof = { password: 'xyz', currentPassword: 'xyz', newPassword: 'xyz' };
  const body = { ...proof, confirmPassword: 'xyz', temporaryPassword: 'xyz', token: 'xyz' };
  logger.info({
    ...body,
    body,
    answer: { data: { secret: 'xyz', uri: 'xyz', recoveryCodes: ['xyz'], key: 'xyz' } },
  });
  expect(written).toContain('[oculto]');
  expect(written).not.toContain('xyz');
});

test('a terminal shows no log line, and an error names the file that has it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'caged-log-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  let shown = '';
  const terminal = Object.assign(
    new Writable({ write: (chunk, _, done) => ((shown += String(chunk)), done()) }),
    { isTTY: true },
  );
  const logger = createLogger(logOutput(dataDir, terminal));
  logger.info('sorted index ready');
  logger.warn('slow query');
  expect(shown).toBe('');
  const path = join(dataDir, 'server.log');
  logger.error('request failed');
  expect(shown).toBe(`Um erro foi registrado em ${path}.\n`);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'sorted index ready',
    'slow query',
    'request failed',
  ]);
});

test.runIf(platform() === 'linux')(
  'a full disk does not end the process that writes its log',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'caged-log-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    symlinkSync('/dev/full', join(dataDir, 'server.log'));
    let shown = '';
    const write: Writable['_write'] = (chunk, _, done) => ((shown += String(chunk)), done());
    const terminal = Object.assign(new Writable({ write }), { isTTY: true });
    createLogger(logOutput(dataDir, terminal)).error('request failed');
    expect(JSON.parse(shown).msg).toBe('request failed');

    const failed: string[] = [];
    const full = new Writable({
      autoDestroy: false,
      write: (chunk, _, done) => {
        failed.push(String(chunk));
        done(Object.assign(new Error('write'), { code: 'ENOSPC' }));
      },
    });
    const logger = createLogger(logOutput(dataDir, full));
    logger.error('request failed');
    // An error event without a listener would end the process here.
    await setImmediate();
    expect(failed).toHaveLength(1);
  },
);
