import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from '../../platform/errors.ts';

describe('without any variable', () => {
  const defaults = {
    port: 3000,
    host: '127.0.0.1',
    dataDir: `${process.cwd()}/data`,
    databaseUrl: undefined,
    clickhouseUrl: undefined,
    clickhouseCluster: undefined,
    adminEmail: undefined,
    adminPassword: undefined,
    hasDemoData: true,
    smtpUrl: undefined,
    mailFrom: 'CAGED Analytics <caged@localhost>',
    publicUrl: undefined,
    trustedProxies: [],
    cagedSource: undefined,
    filesUrl: undefined,
    maxRejectedPercent: 1,
    maxUploadMegabytes: 500,
    role: 'all',
    metricsToken: undefined,
    auditShip: undefined,
    slowQueryMs: 2000,
    privateSources: [],
    sourceHosts: [],
    sessionIdleHours: 8,
    typedTextDays: 365,
    requiresHttps: false,
    slowRequestSeconds: 15,
    requiresSecondFactor: false,
    secretKey: undefined,
    hasMonthFiles: true,
    precomputedOccupations: 3_000,
    oldNames: [],
    stopDelaySeconds: 0,
  };

  test('everything has its default', () => {
    expect(readConfig({})).toEqual(defaults);
  });

  test('an empty variable counts as unset', () => {
    const empty = { PORT: '', DATA_DIR: ' ', DATABASE_URL: '', DEMO_DATA: '', ADMIN_PASSWORD: '' };
    expect(readConfig(empty)).toEqual(defaults);
  });

  test('an old name is still read and reported; the current name takes precedence', () => {
    const old = readConfig({ ANSWERS_AHEAD: '5' });
    expect([old.precomputedOccupations, old.oldNames]).toEqual([
      5,
      ['ANSWERS_AHEAD (use PRECOMPUTED_OCCUPATIONS)'],
    ]);
    const both = readConfig({ ANSWERS_AHEAD: '5', PRECOMPUTED_OCCUPATIONS: '7' });
    expect(both.precomputedOccupations).toBe(7);
  });
});

test.each([
  ['PORT', '8080', 'port', 8080],
  ['PORT', '0', 'port', 0],
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['HOST', '::1', 'host', '::1'],
  ['DATA_DIR', '/var/lib/caged', 'dataDir', '/var/lib/caged'],
  ['DATABASE_URL', 'postgres://a:b@c/d', 'databaseUrl', 'postgres://a:b@c/d'],
  ['DATABASE_URL', 'postgresql://c:5432/d', 'databaseUrl', 'postgresql://c:5432/d'],
  ['CLICKHOUSE_URL', 'http://c:8123', 'clickhouseUrl', 'http://c:8123'],
  ['CLICKHOUSE_URL', 'http://c:8123/, http://c:8123', 'clickhouseUrl', 'http://c:8123'],
  ['ADMIN_EMAIL', 'ana@exemplo.com.br', 'adminEmail', 'ana@exemplo.com.br'],
  ['ADMIN_PASSWORD', 'uma senha', 'adminPassword', 'uma senha'],
  ['DEMO_DATA', '0', 'hasDemoData', false],
  ['DEMO_DATA', 'false', 'hasDemoData', false],
  ['DEMO_DATA', '1', 'hasDemoData', true],
  ['SMTP_URL', 'smtps://a:b@c:465', 'smtpUrl', 'smtps://a:b@c:465'],
  ['MAIL_FROM', 'a@b.c', 'mailFrom', 'a@b.c'],
  ['MAIL_FROM', 'Ana <a@b.c>', 'mailFrom', 'Ana <a@b.c>'],
  ['PUBLIC_URL', 'https://caged.exemplo/', 'publicUrl', 'https://caged.exemplo'],
  ['CAGED_SOURCE', 'ftp://ftp.mtps.gov.br/pdet', 'cagedSource', 'ftp://ftp.mtps.gov.br/pdet'],
  ['MAX_REJECTED_PERCENT', '0.5', 'maxRejectedPercent', 0.5],
  ['MAX_UPLOAD_MB', '2048', 'maxUploadMegabytes', 2048],
  ['METRICS_TOKEN', 'abcdefgh-12345678', 'metricsToken', 'abcdefgh-12345678'],
  ['SLOW_QUERY_MS', '0', 'slowQueryMs', 0],
  ['SLOW_REQUEST_SECONDS', '60', 'slowRequestSeconds', 60],
  ['SOURCE_HOSTS', 'Arquivos.exemplo.com.br', 'sourceHosts', ['arquivos.exemplo.com.br']],
  ['INNER_SOURCES', 'Espelho.interno, ftp', 'privateSources', ['espelho.interno', 'ftp']],
  ['SESSION_IDLE_HOURS', '1', 'sessionIdleHours', 1],
  ['REQUIRE_SECOND_FACTOR', 'admins', 'requiresSecondFactor', true],
])('%s=%s is read', (name, value, key, expected) => {
  expect(readConfig({ [name]: value })).toHaveProperty(key, expected);
});

test('a cluster belongs to the servers of CLICKHOUSE_URL', () => {
  const config = readConfig({ CLICKHOUSE_URL: 'http://c:8123', CLICKHOUSE_CLUSTER: 'caged' });
  expect(config.clickhouseCluster).toBe('caged');
  expect(() => readConfig({ CLICKHOUSE_CLUSTER: 'caged' })).toThrow(/CLICKHOUSE_CLUSTER só vale/);
  const several = 'http://a:b@c:8123, https://d:8443';
  const both = readConfig({ CLICKHOUSE_URL: several, CLICKHOUSE_CLUSTER: 'caged' });
  expect(both.clickhouseUrl).toBe('http://a:b@c:8123,https://d:8443');
  expect(() => readConfig({ CLICKHOUSE_URL: several })).toThrow(/CLICKHOUSE_URL com vários/);
});

test('web and worker are processes of several, on servers and behind one address', () => {
  const servers = { DATABASE_URL: 'postgres://a:b@c/d', CLICKHOUSE_URL: 'http://c:8123' };
  const PUBLIC_URL = 'https://caged.exemplo';
  expect(readConfig({ ...servers, PUBLIC_URL, ROLE: 'web' }).role).toBe('web');
  expect(readConfig({ ...servers, PUBLIC_URL, ROLE: 'worker' }).role).toBe('worker');
  expect(readConfig({ ROLE: 'all' }).role).toBe('all');
  const { DATABASE_URL, CLICKHOUSE_URL } = servers;
  for (const some of [{}, { DATABASE_URL }, { CLICKHOUSE_URL }]) {
    expect(() => readConfig({ ...some, PUBLIC_URL, ROLE: 'worker' })).toThrow(
      /^Configuração inválida: ROLE worker só vale com DATABASE_URL e CLICKHOUSE_URL/,
    );
  }
  expect(() => readConfig({ ...servers, ROLE: 'web' })).toThrow(/ROLE web só vale com PUBLIC_URL/);
});

test('a provider of sign-in needs all that belongs to it, and the address that it sends people back to', () => {
  const whole = {
    PUBLIC_URL: 'https://caged.exemplo',
    OIDC_ISSUER: 'https://login.exemplo/realms/banco',
    OIDC_CLIENT_ID: 'caged',
    OIDC_CLIENT_SECRET: 'segredo',
    OIDC_ADMINS: 'CN=caged-admins,OU=Grupos,DC=banco',
    OIDC_ROLE_CLAIM: 'realm_access.roles',
  };
  expect(readConfig(whole).provider).toEqual({
    issuer: 'https://login.exemplo/realms/banco',
    clientId: 'caged',
    clientSecret: 'segredo',
    roleClaim: 'realm_access.roles',
    roleValues: { ADMIN: 'CN=caged-admins,OU=Grupos,DC=banco' },
    label: 'a conta da empresa',
  });
  const without = (name: string) => () => readConfig({ ...whole, [name]: undefined });
  expect(without('OIDC_ISSUER')).toThrow(/OIDC_ISSUER falta/);
  expect(without('OIDC_CLIENT_ID')).toThrow(/OIDC_CLIENT_ID falta/);
  expect(without('OIDC_CLIENT_SECRET')).toThrow(/OIDC_CLIENT_SECRET falta/);
  expect(without('OIDC_ADMINS')).toThrow(/OIDC_ADMINS, OIDC_CLIENTS ou OIDC_VIEWERS/);
  expect(without('PUBLIC_URL')).toThrow(/OIDC_ISSUER só vale junto com PUBLIC_URL/);
  const strict = { ...whole, REQUIRE_SECOND_FACTOR: 'admins' };
  expect(() => readConfig(strict)).toThrow(/REQUIRE_SECOND_FACTOR admins, com OIDC_ISSUER/);
  expect(readConfig({ ...strict, OIDC_ACR: 'mfa' }).provider?.strength).toBe('mfa');
});

test('proxies are trusted where there is a public address: those on this machine, unless others are named', () => {
  const PUBLIC_URL = 'https://caged.exemplo';
  const trusted = (TRUSTED_PROXIES?: string) =>
    readConfig({ PUBLIC_URL, TRUSTED_PROXIES }).trustedProxies;
  expect(trusted()).toEqual(['loopback']);
  expect(trusted('10.0.0.7, 192.168.0.0/24,fd00::/8,uniquelocal')).toEqual([
    '10.0.0.7',
    '192.168.0.0/24',
    'fd00::/8',
    'uniquelocal',
  ]);
  expect(() => readConfig({ TRUSTED_PROXIES: '10.0.0.7' })).toThrow(/TRUSTED_PROXIES só vale/);
});

const shipped = (address: string) => readConfig({ AUDIT_SHIP: address }).auditShip;

test('the audit leaves this machine only by TLS', () => {
  for (const address of [
    'tls://logs.exemplo:6514',
    'tcp://127.0.0.1:6514',
    'tcp://localhost:6514',
    'tcp://[::1]:6514',
    'file:/var/log/caged.jsonl',
  ]) {
    expect(shipped(address)).toBe(address);
  }
  for (const address of [
    'tcp://logs.exemplo:6514',
    'tcp://10.0.0.7:6514',
    'tcp://[fd00::7]:6514',
    'tcp://127.0.0.1.exemplo:6514',
    'tcp://localhost.exemplo:6514',
  ]) {
    expect(() => shipped(address)).toThrow(
      /^Configuração inválida: AUDIT_SHIP com tcp:\/\/ só vale .* use tls:\/\/servidor:porta/,
    );
  }
});

test.each([
  ['TRUSTED_PROXIES', 'x7q'],
  ['TRUSTED_PROXIES', '10.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.7/x7q'],
  ['TRUSTED_PROXIES', '10.0.0.7/33'],
  ['TRUSTED_PROXIES', '10.0.0.7/8/x7q'],
  ['TRUSTED_PROXIES', '10.0.0.7,,loopback'],
  ['TRUSTED_PROXIES', 'true'],
  ['PORT', 'x7q'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['HOST', 'http://x7q'],
  ['DATABASE_URL', 'mysql://a:x7q@c/d'],
  ['DATABASE_URL', 'x7q'],
  ['CLICKHOUSE_URL', 'tcp://a:x7q@c:9000'],
  ['CLICKHOUSE_URL', 'http://c:8123,,x7q'],
  ['CLICKHOUSE_CLUSTER', "x7q'; drop"],
  ['ADMIN_EMAIL', 'x7q'],
  ['ADMIN_PASSWORD', 'x7q'],
  ['ADMIN_PASSWORD', 'x7q'.repeat(70)],
  ['DEMO_DATA', 'x7q'],
  ['SMTP_URL', 'http://a:x7q@c'],
  ['SMTP_URL', 'smtp://'],
  ['AUDIT_SHIP', 'file:x7q'],
  ['AUDIT_SHIP', 'tcp://x7q.example:6514'],
  ['MAIL_FROM', 'x7q'],
  ['MAIL_FROM', 'a@b.c\nBcc: x7q@b.c'],
  ['PUBLIC_URL', 'x7q.example'],
  ['PUBLIC_URL', 'https://caged.example/x7q'],
  ['MAX_REJECTED_PERCENT', '101'],
  ['MAX_REJECTED_PERCENT', 'x7q'],
  ['MAX_UPLOAD_MB', '0'],
  ['MAX_UPLOAD_MB', 'x7q'],
  ['ROLE', 'x7q'],
  ['STOP_DELAY_SECONDS', '61'],
  ['CLICKHOUSE_URL', 'http://a:8123,x7q'],
  ['METRICS_TOKEN', 'curto'],
  ['SLOW_QUERY_MS', 'x7q'],
  ['OIDC_ISSUER', 'http://x7q.example'],
  ['OIDC_ISSUER', 'x7q'],
  ['OIDC_ROLE_CLAIM', 'x7q..x'],
  ['OIDC_LABEL', 'x7q'.repeat(20)],
])('%s=%s stops the start with one line that does not contain the value', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(StartError);
  expect(read).toThrow(new RegExp(`^Configuração inválida: ${name} [^\\n]+\\.$`));
  expect(read).not.toThrow(/x7q/);
});
