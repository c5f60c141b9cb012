import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { julyRelease } from '../../../tests/support/july-release.ts';
import { diskCacheIn } from './disk-cache.ts';

test('responses that are stored at once do not exceed the quota together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'caged-answers-'));
  const cache = diskCacheIn(folder, pino({ level: 'silent' }));
  const packed = Buffer.alloc(1000);
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((key) =>
      cache.compute(
        { release: julyRelease, key },
        async () => key,
        () => ({ packed, about: null }),
        2500,
      ),
    ),
  );
  const [ofRelease = ''] = await readdir(folder);
  expect(await readdir(join(folder, ofRelease))).toHaveLength(2);
});
