import { expect, test } from 'vitest';
import { acceptsGzip } from './send-gzip.ts';

test.each([
  ['gzip'],
  ['gzip, deflate'],
  ['gzip, deflate, br, zstd'],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1'],
  ['deflate,GZIP ; q=0.5'],
  ['x-gzip'],
  ['*'],
  ['gzip;q=1, *;q=0'],
  ['identity;q=0.5, *'],
  ['gzip;q=0.001'],
])('%j takes gzip', (header) => {
  expect(acceptsGzip(header)).toBe(true);
});

test.each([
  [undefined],
  [''],
  ['identity'],
  ['br'],
  ['deflate, br'],
  ['gzip;q=0'],
  ['gzip; q=0.000, br'],
  ['*;q=0'],
  ['gzip;q=0, *'],
  ['identity, gzip;q=0.5'],
  ['gzip;q=nothing'],
  ['gzip;q=2'],
  ['gzip;q=-1'],
  ['gzipped'],
])('%j does not', (header) => {
  expect(acceptsGzip(header)).toBe(false);
});
