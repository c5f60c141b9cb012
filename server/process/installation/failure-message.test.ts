import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { StartError } from '../../platform/errors.ts';
import { maybeFailureMessage, maybeStartFailureMessage } from './failure-message.ts';

const noRoom = expect.stringContaining('Sem espaço em disco em DATA_DIR');
const env = { DATA_DIR: '/tmp' };
const full = async () => 50 * 1024;
const roomy = async () => 2 ** 40;
const failed = (code: string, more: object = {}) =>
  Object.assign(new Error('failed'), { code, ...more });
const unopened = new StartError('Não foi possível abrir o banco.', {
  cause: failed('SQLITE_CANTOPEN'),
});

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])(
  '%s is reported as a full disk: of the folder, or another if the folder has room',
  async (code) => {
    expect(await maybeStartFailureMessage(failed(code), env, full)).toEqual(noRoom);
    expect(await maybeStartFailureMessage(failed(code), env, roomy)).toBe(
      'O disco está cheio: libere espaço e repita o comando.',
    );
  },
);

test('other failures of a full disk are reported as a full disk too', async () => {
  for (const error of [
    unopened,
    failed('SQLITE_IOERR_WRITE'),
    new Error('Cannot create a file.'),
  ]) {
    expect(await maybeStartFailureMessage(error, env, full)).toEqual(noRoom);
  }
});

test('with room, or for another reason that is known, the sentence is its own', async () => {
  expect(await maybeStartFailureMessage(unopened, env, roomy)).toBe(unopened.message);
  const port = new StartError('A porta já está em uso.');
  expect(await maybeStartFailureMessage(port, env, full)).toBe(port.message);
  expect(await maybeStartFailureMessage(new Error('unforeseen'), env, roomy)).toBeUndefined();
});

test('a disk that refuses writes is reported with its location', () => {
  expect(maybeFailureMessage(failed('EROFS', { path: '/backups/um' }))).toMatch(
    /^Não é possível gravar em \/backups\/um: confira/,
  );
  const unmade = failed('ENOENT', { syscall: 'mkdir', path: '/cdrom/um' });
  expect(maybeFailureMessage(unmade)).toContain('/cdrom/um');
  const temporary = failed('ENOENT', { syscall: 'mkdtemp', path: '/nowhere/caged-laudo-a' });
  expect(maybeFailureMessage(temporary)).toContain('/nowhere/caged-laudo-a');
  expect(maybeFailureMessage(failed('ENAMETOOLONG', { path: '/aaaa' }))).toContain('/aaaa');
});

test('a missing table and other errors are no disk failures', async () => {
  expect(maybeFailureMessage(failed('ENOENT', { syscall: 'open', path: '/a' }))).toBeUndefined();
  const inFile: unknown = await mkdir('/dev/null/x').catch((error: unknown) => error);
  expect(maybeFailureMessage(inFile)).toBeUndefined();
  expect(maybeFailureMessage(new Error('no'))).toBeUndefined();
});
