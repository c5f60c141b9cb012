import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Without nginx: tests/guide runs it.
const sample = readFileSync(join(import.meta.dirname, '../../deploy/proxy/nginx.conf'), 'utf8');

test.each([
  ['a download that breaks off is not passed on as whole', 'proxy_http_version 1.1;'],
  ['the parts of an upload arrive as they are sent', 'proxy_request_buffering off;'],
  ['the caller does not choose the address', 'proxy_set_header X-Forwarded-For $remote_addr;'],
])('behind the sample for nginx %s', (_, line) => {
  expect(sample.split('\n').map((text) => text.trim())).toContain(line);
});
