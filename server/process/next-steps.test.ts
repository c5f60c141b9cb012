import { expect, test } from 'vitest';
import { HealthWarning } from '../operations/health.ts';
import { httpsCheck, nextSteps, requireHttpsForOthers } from './next-steps.ts';

const textOf = (host: string, publicUrl?: string, isSynthetic = false) =>
  nextSteps('http://x:3000', { host, publicUrl, isSynthetic }).join('\n');

test.each([
  ['0.0.0.0', undefined],
  ['10.0.0.7', 'http://caged.intra'],
  ['127.0.0.1', 'http://caged.intra'],
  ['127.0.0.1', 'http://127.exemplo.com.br'],
])('on %s with %s the start warns that nothing is encrypted', async (host, publicUrl) => {
  expect(textOf(host, publicUrl)).toContain('sem criptografia');
  expect(await httpsCheck({ host, publicUrl }).run()).toBeInstanceOf(HealthWarning);
  requireHttpsForOthers({ host, publicUrl, requiresHttps: false });
  expect(() => requireHttpsForOthers({ host, publicUrl, requiresHttps: true })).toThrow(
    /REQUIRE_HTTPS=1: outras máquinas chegariam aqui sem HTTPS/,
  );
});

test.each([
  ['127.0.0.1', undefined],
  ['localhost', undefined],
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'https://caged.example'],
])('on %s with %s it does not', async (host, publicUrl) => {
  expect(textOf(host, publicUrl)).not.toContain('sem criptografia');
  expect(await httpsCheck({ host, publicUrl }).run()).toBeUndefined();
  requireHttpsForOthers({ host, publicUrl, requiresHttps: true });
});

test('the demonstration is named as what it is', () => {
  expect(textOf('127.0.0.1', undefined, true)).toContain('sintéticos, de demonstração');
  expect(textOf('127.0.0.1')).not.toContain('demonstração');
});
