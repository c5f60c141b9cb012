import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test as base, type BrowserContextOptions, type Page } from '@playwright/test';
import { Upload, type FileKind } from '../../shared/contracts/uploads.ts';
import { officialText, textFile } from '../support/official-file.ts';
import { ownProduct } from './own-product.ts';
import { administrator } from './served-product.ts';

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>;
interface Product {
  address: string;
  session: Session;
}

/** Stories of an administrator of a separate server, without data, that accepts files up to 20 MB. */
export const test = base.extend<object, { product: Product }>({
  product: [
    async ({ playwright }, use) => {
      await using product = await ownProduct({ MAX_UPLOAD_MB: '20' });
      const request = await playwright.request.newContext({ baseURL: product.address });
      const answer = await request.post('/api/login', { data: administrator, timeout: 0 });
      if (!answer.ok()) throw new Error(`The administrator cannot sign in: ${answer.status()}.`);
      await use({ address: product.address, session: await request.storageState() });
      await request.dispose();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ product }, use) => use(product.address),
  storageState: ({ product }, use) => use(product.session),
});

const monthBefore = (month: string): string =>
  month.endsWith('01') ? `${Number(month.slice(0, 4)) - 1}12` : String(Number(month) - 1);

/** A month's file with MTE's name, of `lines` lines of about 150 bytes. */
export const monthFile = (kind: FileKind, month: string, lines: number): Promise<string> =>
  textFile(
    `CAGED${kind}${month}.txt`,
    officialText(
      kind,
      Array.from({ length: lines }, () => ({
        declared_month: month,
        ...(kind === 'MOV' && { month }),
        // A late declaration, at most a year late.
        ...(kind === 'FOR' && { month: monthBefore(month) }),
        ...(kind === 'EXC' && { exclusion_month: month }),
      })),
    ),
  );

/** Long enough to interrupt half-way: about 7 MB. */
export const longFile = (month: string) => monthFile('MOV', month, 48_000);

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const movement = 'Movimentações no prazo';
export const late = 'Movimentações fora do prazo';
export const excluded = 'Movimentações excluídas';

/** Selects a MOV file and its month, and sends it. */
export async function sendMovement(page: Page, path: string): Promise<void> {
  const competencia = basename(path).slice(8, 14);
  // A dialog that closes takes the focus, and with it what is typed at that moment.
  await expect(async () => {
    await field(page, 'Competência').fill(competencia);
    await expect(field(page, 'Competência')).toHaveValue(competencia, { timeout: 1_000 });
  }).toPass();
  await field(page, movement).setInputFiles(path);
  await button(page, 'Enviar arquivos').click();
}

/** The network of a page: unchanged, limited to a number of bytes per second, or off. */
export async function networkOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const emulate = (offline: boolean, uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  return {
    slow: () => emulate(false, 2 ** 19),
    lost: () => emulate(true, -1),
    free: () => emulate(false, -1),
  };
}

/** Progress of the only file in transit, from 0 to 1. */
export const shareSent = async (page: Page): Promise<number> =>
  Number(await page.getByRole('progressbar').getAttribute('value'));

export const beMidway = (page: Page) =>
  expect.poll(() => shareSent(page), { intervals: [50] }).toBeGreaterThan(0.15);

/** The id in the success message. */
export async function sentUploadId(page: Page): Promise<string> {
  const sentence = page.getByText(/^Upload realizado com sucesso! ID: /);
  await expect(sentence).toBeVisible();
  return (await sentence.innerText()).split('ID: ')[1] ?? '';
}

/** The upload after it reaches a final status. */
export async function endedUpload(page: Page, id: string): Promise<Upload> {
  const read = async () =>
    Upload.parse(await (await page.request.get(`/api/uploads/${id}`)).json());
  const rests = async () => {
    const { finishedAt, status, comparedWith } = await read();
    // Files of a story have lines that no genuine file has.
    if (status === 'AWAITING_APPROVAL') {
      await page.request.post(`/api/uploads/${id}/approve`, { data: { comparedWith } });
    }
    return finishedAt;
  };
  await expect.poll(rests).not.toBeNull();
  return read();
}

export const sha256Of = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** Drops files on the page, as a desktop does. */
export async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path) => ({ name: basename(path), text: await readFile(path, 'utf8') })),
  );
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of dropped) {
      dataTransfer.items.add(new File([text], name, { lastModified: 1_700_000_000_000 }));
    }
    for (const type of ['dragover', 'drop']) {
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
      );
    }
  }, files);
}
