import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { thirdPartyNotices } from '../../scripts/third-party-notices.ts';

const root = join(import.meta.dirname, '../..');
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

test('the notices name every production package, with its licence, and no tool', () => {
  const notices = thirdPartyNotices(root);
  const named = new Set(notices.match(/^\S+@\d+\S*$/gm));
  for (const [name, version] of Object.entries(dependencies))
    expect(named).toContain(`${name}@${version}`);
  expect([...named].some((name) => name.startsWith('vitest@'))).toBe(false);
  expect(notices).toContain('7-Zip, Copyright (C) Igor Pavlov');
  expect(notices).toMatch(/combine-errors@\S+[\s\S]{0,400}MIT/);
  expect(notices.match(/Permission is hereby granted, free of charge/g)?.length).toBeGreaterThan(
    20,
  );
});
