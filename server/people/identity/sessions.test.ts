import { expect, test } from 'vitest';
import { confirmedMinutes } from '../../../shared/contracts/provider.ts';
import { confirmedUntil } from './fresh-proof.ts';
import { deviceOf } from './sessions.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`,
    'Chrome no Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`,
    'Edge no Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox no Linux'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${webkit} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`,
    'Samsung Internet no Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_4) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Safari no macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    'Safari no iOS',
  ],
  ['curl/8.5.0', null],
  ['<script>alert(1)</script>', null],
  [undefined, null],
])('%s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test('a session is confirmed for some minutes, also after a clock that was ahead is put back', () => {
  const noon = '2026-08-01T12:00:00.000Z';
  const minutesLater = (minutes: number) => new Date(Date.parse(noon) + minutes * 60_000);
  const end = minutesLater(confirmedMinutes);
  expect(confirmedUntil(null, minutesLater(0))).toBeUndefined();
  expect(confirmedUntil(noon, minutesLater(0))).toEqual(end);
  expect(confirmedUntil(noon, minutesLater(confirmedMinutes - 1))).toEqual(end);
  expect(confirmedUntil(noon, end)).toBeUndefined();
  expect(confirmedUntil(noon, minutesLater(-60))).toBeUndefined();
});
