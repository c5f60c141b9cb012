import { resolve } from 'node:path';
import { z } from 'zod';
import { sessionHours } from '../../../shared/contracts/identity.ts';
import { defaultIdleHours } from '../../people/identity/sessions.ts';
import {
  address,
  addresses,
  configError,
  hostNames,
  maybeProvider,
  onOff,
  percentage,
  providerVariables,
  proxies,
  receiver,
  siteAddress,
  wholeNumber,
} from './variables.ts';

const email = z.email('deve ser um e-mail como admin@exemplo.com.br');
const mailbox = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** `web` serves users, `worker` runs the jobs, `all` does both. */
const roles = ['all', 'web', 'worker'] as const;

/** `files` uses the month files where that is faster; `engine` never creates them. The figures are the same. */
const waysToCount = ['files', 'engine'] as const;

const Environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'deve ser um nome ou endereço IP, como 127.0.0.1')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address(
    ['postgres', 'postgresql'],
    'postgres://usuario:senha@servidor/banco',
  ).optional(),
  CLICKHOUSE_URL: addresses(['http', 'https'], 'http://usuario:senha@servidor:8123').optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'deve ser o nome de um cluster')
    .optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'deve ter no mínimo 8 caracteres')
    .max(200, 'deve ter no máximo 200 caracteres')
    .optional(),
  DEMO_DATA: onOff().default(true),
  SMTP_URL: address(['smtp', 'smtps'], 'smtp://usuario:senha@servidor:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(mailbox, 'deve ser um remetente como Nome <nome@exemplo.com.br>')
    .default('CAGED Analytics <caged@localhost>'),
  PUBLIC_URL: siteAddress().optional(),
  TRUSTED_PROXIES: proxies().optional(),
  CAGED_SOURCE: z.string().optional(),
  INNER_SOURCES: hostNames('espelho.interno,ftp.interno').optional(),
  SOURCE_HOSTS: hostNames('arquivos.exemplo.com.br').optional(),
  FILES_URL: z.string().optional(),
  MAX_REJECTED_PERCENT: percentage().default(1),
  MAX_UPLOAD_MB: wholeNumber(1, 100_000).default(500),
  ROLE: z.enum(roles, 'deve ser all, web ou worker').default('all'),
  STOP_DELAY_SECONDS: wholeNumber(0, 60).default(0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'deve ter de 16 a 200 letras e algarismos, sem espaços')
    .optional(),
  AUDIT_SHIP: receiver().optional(),
  SLOW_REQUEST_SECONDS: wholeNumber(1, 600).default(15),
  SLOW_QUERY_MS: wholeNumber(0, 600_000).default(2_000),
  COUNT: z.enum(waysToCount, 'deve ser files ou engine').default('files'),
  SESSION_IDLE_HOURS: wholeNumber(1, sessionHours).default(defaultIdleHours),
  TYPED_TEXT_DAYS: wholeNumber(1, 3650).default(365),
  REQUIRE_HTTPS: onOff().default(false),
  SECRET_KEY: z.string().min(32, 'deve ter no mínimo 32 caracteres').optional(),
  REQUIRE_SECOND_FACTOR: z
    .enum(['admins', 'nobody'], 'deve ser admins ou nobody')
    .default('nobody'),
  PRECOMPUTED_OCCUPATIONS: wholeNumber(0, 10_000).default(3_000),
  ...providerVariables,
});

/** Old names that are still read, each with its current name. */
const renamedVariables: Readonly<Record<string, string>> = {
  ANSWERS_AHEAD: 'PRECOMPUTED_OCCUPATIONS',
  SLOW_QUESTION_MS: 'SLOW_QUERY_MS',
};

/** The names of all variables that the server reads. */
export const knownVariables: readonly string[] = Object.keys(Environment.shape);

export type Config = ReturnType<typeof readConfig>;

/** Reads the whole configuration from the environment; an empty variable counts as unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(env).flatMap(([name, value]) => {
    const text = value?.trim() ?? '';
    return text === '' ? [] : [[name, text] as const];
  });
  const old = given.filter(([name]) => name in renamedVariables);
  const current = old.map(([name, value]) => [renamedVariables[name] ?? name, value] as const);
  const parsed = Environment.safeParse(Object.fromEntries([...current, ...given]));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw configError(String(issue?.path[0]), issue?.message ?? '');
  }
  const values = parsed.data;
  if (values.CLICKHOUSE_CLUSTER !== undefined && values.CLICKHOUSE_URL === undefined) {
    throw configError('CLICKHOUSE_CLUSTER', 'só vale junto com CLICKHOUSE_URL');
  }
  if (values.CLICKHOUSE_URL?.includes(',') && values.CLICKHOUSE_CLUSTER === undefined) {
    const rule = 'com vários endereços só vale junto com CLICKHOUSE_CLUSTER, o nome do cluster';
    throw configError('CLICKHOUSE_URL', rule);
  }
  if (values.TRUSTED_PROXIES !== undefined && values.PUBLIC_URL === undefined) {
    throw configError('TRUSTED_PROXIES', 'só vale junto com PUBLIC_URL');
  }
  const hasServers = values.DATABASE_URL !== undefined && values.CLICKHOUSE_URL !== undefined;
  if (values.ROLE !== 'all' && !hasServers) {
    const rule = `${values.ROLE} só vale com DATABASE_URL e CLICKHOUSE_URL: com um banco embutido, um só processo faz tudo (ROLE=all)`;
    throw configError('ROLE', rule);
  }
  if (values.ROLE !== 'all' && values.PUBLIC_URL === undefined) {
    const rule = `${values.ROLE} só vale com PUBLIC_URL, o endereço que as pessoas digitam`;
    throw configError('ROLE', rule);
  }
  return {
    /** Old names of variables that are set, each with its current name, as Portuguese texts. */
    oldNames: old.map(([name]) => `${name} (use ${renamedVariables[name] ?? name})`),
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    clickhouseUrl: values.CLICKHOUSE_URL,
    clickhouseCluster: values.CLICKHOUSE_CLUSTER,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    hasDemoData: values.DEMO_DATA,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    /** The origin that users type, without a trailing slash; undefined without a proxy in front. */
    publicUrl: values.PUBLIC_URL,
    /** The proxies that are trusted to state the caller's address; none if there is no public address. */
    trustedProxies: values.PUBLIC_URL === undefined ? [] : (values.TRUSTED_PROXIES ?? ['loopback']),
    cagedSource: values.CAGED_SOURCE,
    /** Names of source hosts that may resolve to addresses of the internal network. */
    privateSources: values.INNER_SOURCES ?? [],
    sourceHosts: values.SOURCE_HOSTS ?? [],
    filesUrl: values.FILES_URL,
    maxRejectedPercent: values.MAX_REJECTED_PERCENT,
    maxUploadMegabytes: values.MAX_UPLOAD_MB,
    /** Whether months get files sorted by salary. */
    hasMonthFiles: values.COUNT === 'files',
    /** Number of occupations whose most common query is precomputed after each release. */
    precomputedOccupations: values.PRECOMPUTED_OCCUPATIONS,
    /** Idle time after which a session ends, in hours. */
    sessionIdleHours: values.SESSION_IDLE_HOURS,
    /** Number of days for which a receipt contains the text that a user typed. */
    typedTextDays: values.TYPED_TEXT_DAYS,
    /** Whether the start refuses plain HTTP where other machines can reach the server. */
    requiresHttps: values.REQUIRE_HTTPS,
    /** The secret that encrypts and signs; undefined where the installation creates its own. */
    secretKey: values.SECRET_KEY,
    /** Whether administrators must have a second factor. */
    requiresSecondFactor: values.REQUIRE_SECOND_FACTOR === 'admins',
    /** The OpenID provider through which users may sign in instead of using a password; undefined without one. */
    provider: maybeProvider(values),
    role: values.ROLE,
    /** Seconds for which a stopping process still accepts requests, so that the load balancer removes it first. */
    stopDelaySeconds: values.STOP_DELAY_SECONDS,
    /** The token that grants access to `/metrics`; undefined where no access is granted. */
    metricsToken: values.METRICS_TOKEN,
    /** The receiver that also gets the audit and the log; undefined without one. */
    auditShip: values.AUDIT_SHIP,
    /** Maximum time for a request's headers, and for each KiB of its body, to arrive, in seconds. */
    slowRequestSeconds: values.SLOW_REQUEST_SECONDS,
    /** Duration from which a query is logged with its plan, in milliseconds; 0 logs none. */
    slowQueryMs: values.SLOW_QUERY_MS,
  };
}
