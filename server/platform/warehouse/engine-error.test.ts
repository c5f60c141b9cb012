import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isFullDisk, maybeDiskMessage } from './engine-error.ts';
import { WarehouseError } from './warehouse.ts';

const failing = (code: string, more: object = {}) =>
  Object.assign(new Error('no'), { code, ...more });

test('a full disk is reported as one, in any folder', () => {
  for (const code of ['ENOSPC', 'SQLITE_FULL', '53100']) {
    expect(maybeDiskMessage(failing(code))).toContain('cheio');
  }
  expect(isFullDisk(new WarehouseError('no', 243, undefined))).toBe(true);
  expect(isFullDisk(new WarehouseError('no', 241, undefined))).toBe(false);
  expect(isFullDisk('ENOSPC')).toBe(false);
});

test('a disk that refuses writes is reported with its location', () => {
  expect(maybeDiskMessage(failing('EROFS', { path: '/backups/um' }))).toMatch(
    /^Não é possível gravar em \/backups\/um: confira/,
  );
  const unmade = failing('ENOENT', { syscall: 'mkdir', path: '/cdrom/um' });
  expect(maybeDiskMessage(unmade)).toContain('/cdrom/um');
  const temporary = failing('ENOENT', { syscall: 'mkdtemp', path: '/nowhere/caged-laudo-a' });
  expect(maybeDiskMessage(temporary)).toContain('/nowhere/caged-laudo-a');
  expect(maybeDiskMessage(failing('ENAMETOOLONG', { path: '/aaaa' }))).toContain('/aaaa');
});

test('a missing table and other errors are no disk failures', async () => {
  expect(maybeDiskMessage(failing('ENOENT', { syscall: 'open', path: '/a' }))).toBeUndefined();
  const inFile: unknown = await mkdir('/dev/null/x').catch((error: unknown) => error);
  expect(maybeDiskMessage(inFile)).toBeUndefined();
  expect(maybeDiskMessage(new Error('no'))).toBeUndefined();
});
