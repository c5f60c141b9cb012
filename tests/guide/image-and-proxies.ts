import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { freePort } from '../support/free-port.ts';
import { answers, must } from './machines.ts';

export type Result = 'passou' | 'FALHOU' | `não executado: ${string}`;
type NamedTest = readonly [what: string, act: () => Promise<Result> | Result];

const site = 'caged.suaempresa.com.br';
const image = 'caged-analytics:1.0.0';
const maxBytes = 700e6;

const sizeOf = (name: string) =>
  Number(must(['docker', 'image', 'inspect', '--format', '{{.Size}}', name]));

/** What the guide and the Dockerfile state about the image. */
export function imageTests(base: string): NamedTest[] {
  const own = sizeOf(image) - sizeOf(base);
  return [
    [
      `a imagem tem ${(own / 1e6).toFixed(0)} MB além da base (${(sizeOf(base) / 1e6).toFixed(0)} MB), menos de 700 MB`,
      () => (own < maxBytes ? 'passou' : 'FALHOU'),
    ],
    [
      'a imagem tem dist/ e não tem ferramentas de construção',
      () => {
        const look =
          'ls dist/client/index.html && [ -z "$(ls -d node_modules/{vite,typescript,tailwindcss,assemblyscript,react})" ]';
        const args = ['run', '--rm', '--entrypoint', 'bash', image, '-c', look] as const;
        return answers('docker', ...args) ? 'passou' : 'FALHOU';
      },
    ],
  ];
}

const runs = (
  program: string,
  act: () => Promise<Result> | Result,
  ...version: string[]
): NamedTest[1] => (answers(program, ...version) ? act : () => `não executado: falta ${program}`);

/**
 * The configurations of deploy/proxy/ in front of the server at a port of this machine, and its alert rules. Only the
 * ports and the certificate differ from them.
 */
export function proxyTests(folder: string, port: number): NamedTest[] {
  return [
    ['deploy/proxy/Caddyfile', runs('caddy', () => withCaddy(folder, port), 'version')],
    ['deploy/proxy/nginx.conf', runs('nginx', () => withNginx(folder, port), '-v')],
    [
      'regras de deploy/alerts.yml',
      runs(
        'promtool',
        () => (answers('promtool', 'check', 'rules', 'deploy/alerts.yml') ? 'passou' : 'FALHOU'),
        '--version',
      ),
    ],
  ];
}

async function withCaddy(folder: string, port: number): Promise<Result> {
  const [own, plain] = [await freePort(), await freePort()];
  const file = join(folder, 'Caddyfile');
  const block = readFileSync('deploy/proxy/Caddyfile', 'utf8').replace(
    '127.0.0.1:3000',
    `127.0.0.1:${port}`,
  );
  const global = `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${own}\n\tskip_install_trust\n\tlocal_certs\n}\n`;
  writeFileSync(file, global + block);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return answersThrough(own, ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], env);
}

async function withNginx(folder: string, port: number): Promise<Result> {
  const own = await freePort();
  const { cert, private: key } = await generate([{ name: 'commonName', value: site }]);
  writeFileSync(join(folder, 'caged.crt'), cert);
  writeFileSync(join(folder, 'caged.key'), key);
  const block = readFileSync('deploy/proxy/nginx.conf', 'utf8')
    .replace('listen 443', `listen ${own}`)
    .replaceAll('/etc/ssl/', `${folder}/`)
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  // nginx's workers run as another account.
  chmodSync(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  mkdirSync(join(folder, 'logs'), { recursive: true });
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; events {} http { access_log off; ${temporary}\n${block}}`,
  );
  return answersThrough(own, ['nginx', '-p', folder, '-c', file, '-e', 'stderr'], process.env);
}

/** The first page through a proxy, which the server says is reached by HTTPS, and a body larger than nginx's default. */
async function answersThrough(
  port: number,
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<Result> {
  const proxy = spawn(program, args, { env, stdio: 'ignore' });
  try {
    for (let attempt = 0; attempt < 30; attempt++) {
      await sleep(1000);
      const page = await call(port, 'GET', '/').catch(() => undefined);
      if (page === undefined || page.status === 502) continue;
      const large = await call(port, 'POST', '/api/auth/login', 2 ** 21);
      const isSecure = page.headers['strict-transport-security'] !== undefined;
      if (page.status === 200 && isSecure && large.status < 500) return 'passou';
      process.stdout.write(`${program}: ${page.status} ${String(isSecure)} ${large.status}\n`);
      return 'FALHOU';
    }
    return 'FALHOU';
  } finally {
    proxy.kill();
  }
}

function call(port: number, method: string, path: string, bytes = 0) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      // The certificate is the test's own.
      const options = {
        host: '127.0.0.1',
        port,
        path,
        method,
        servername: site,
        rejectUnauthorized: false,
      };
      const headers = { host: site, 'content-length': bytes };
      request({ ...options, headers }, (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, headers: response.headers });
      })
        .on('error', reject)
        .end(Buffer.alloc(bytes));
    },
  );
}
