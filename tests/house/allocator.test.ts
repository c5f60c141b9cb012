import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { allocatorSettings } from '../../server/allocator.ts';

/**
 * Applies the settings in a program with a Node option and an argument; returns the state of the process afterwards.
 */
function applied(env: Readonly<Record<string, string>>) {
  const program = `
    import { applyAllocatorSettings } from './server/allocator.ts';
    process.stderr.write('begun');
    applyAllocatorSettings();
    console.log(JSON.stringify([process.pid, process.execArgv.length, process.env]));`;
  const { pid, stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-semi-space-size=16', '--input-type=module', '--eval', program],
    { env, encoding: 'utf8' },
  );
  const [ownId, options, found]: [number, number, Record<string, string>] = JSON.parse(stdout);
  const starts = stderr.split('begun').length - 1;
  return {
    isSameProcess: ownId === pid,
    options,
    found,
    starts,
    errors: stderr.replaceAll('begun', ''),
  };
}

const isLinux = process.platform === 'linux';

test('the process starts once more with the settings, as the same process with its options', () => {
  expect(applied({ OWN: '1' })).toEqual({
    isSameProcess: true,
    options: 4,
    found: isLinux ? { ...allocatorSettings, OWN: '1' } : { OWN: '1' },
    starts: isLinux ? 2 : 1,
    errors: '',
  });
});

test('it starts no third time where the system removes the settings', () => {
  const afterRestart = { ALLOCATOR_SETTINGS_APPLIED: '1', OWN: '1' };
  expect(applied(afterRestart)).toMatchObject({ found: { OWN: '1' }, starts: 1 });
});

test('a setting of the operator stays', () => {
  expect(applied({ MALLOC_ARENA_MAX: '3' })).toMatchObject({
    found: { MALLOC_ARENA_MAX: '3' },
    starts: 1,
  });
});
