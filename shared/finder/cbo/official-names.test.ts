import { expect, test } from 'vitest';
import { officialNames } from './official-names.ts';

test('no name of a group is in capitals', () => {
  const names = Object.values(officialNames.groups);
  expect(names.filter((name) => /\p{Lu}{5}/u.test(name))).toEqual([]);
});
