import { expect, test as base, type BrowserContextOptions, type Page } from '@playwright/test';
import { officialText, type LineFields } from '../support/official-file.ts';
import { monthSource } from './month-source.ts';
import { ownProduct } from './own-product.ts';
import { administrator } from './served-product.ts';

type Source = Awaited<ReturnType<typeof monthSource>>;
type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>;
interface Loading {
  source: Source;
  address: string;
  session: Session;
}

/** Stories of an administrator of a separate server, which has a source to fetch months from. */
export const test = base.extend<{ source: Source }, { loading: Loading }>({
  loading: [
    async ({ playwright }, use) => {
      await using source = await monthSource();
      await using product = await ownProduct({ CAGED_SOURCE: source.address });
      const request = await playwright.request.newContext({ baseURL: product.address });
      const answer = await request.post('/api/login', { data: administrator, timeout: 0 });
      if (!answer.ok()) throw new Error(`The administrator cannot sign in: ${answer.status()}.`);
      await use({ source, address: product.address, session: await request.storageState() });
      await request.dispose();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ loading }, use) => use(loading.address),
  storageState: ({ loading }, use) => use(loading.session),
  source: async ({ loading }, use) => {
    await use(loading.source);
    loading.source.letGo();
  },
});

/** `lines` lines of a month's MOV file, with fields changed by line. */
export function monthText(
  month: string,
  lines: number,
  change: (line: number) => LineFields = () => ({}),
): string {
  return officialText(
    'MOV',
    Array.from({ length: lines }, (_, line) => ({
      month,
      declared_month: month,
      balance: line % 3 === 0 ? '-1' : '1',
      ...change(line),
    })),
  );
}

/** Requests a month on the screen and opens its upload. */
export async function process(page: Page, month: string): Promise<void> {
  await page.goto('/admin/upload');
  await page.getByLabel('Competência', { exact: true }).fill(month);
  await page.getByRole('button', { name: 'Processar arquivos' }).click();
  await page.getByRole('link', { name: 'Acompanhar este envio' }).click();
  await expect(page.getByRole('heading', { name: 'Situação' })).toBeVisible();
}

/** The status text on the upload's screen. */
export const standing = (page: Page) =>
  page.getByRole('region', { name: 'Situação' }).getByRole('status').last();
