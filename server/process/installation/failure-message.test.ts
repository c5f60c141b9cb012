import { expect, test } from 'vitest';
import { StartError } from '../../platform/errors.ts';
import { maybeStartFailureMessage } from './failure-message.ts';

const noRoom = expect.stringContaining('Sem espaço em disco em DATA_DIR');
const env = { DATA_DIR: '/tmp' };
const full = async () => 50 * 1024;
const roomy = async () => 2 ** 40;
const failed = (code: string) => Object.assign(new Error('failed'), { code });
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
