import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { expectNoFindings } from './findings.ts';
import { handsOn } from './hands-on.ts';
import { researchProduct, type ResearchProduct } from './research-product.ts';
import { search } from './search-screen.ts';
import { administrator } from './served-product.ts';

/** A receipt read without an account, and shown as a card in a page of another site. */
let product: ResearchProduct;
let other: Server;
let framed = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await researchProduct();
  await product.publish(['1500,00', '1600,00', '1700,00', '1800,00', '1900,00', '2000,00']);
  other = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Outro site</title><iframe src="${framed}"></iframe>`);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  await new Promise((resolve) => other.close(resolve));
  await product[Symbol.asyncDispose]();
});

const at = (path: string) => `${product.address}${path}`;
const otherSite = () => {
  const address = other.address();
  return `http://127.0.0.1:${isPort(address) ? address.port : 0}`;
};
const isPort = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

async function allowLinks(page: Page, origins: string) {
  await page.goto(at('/admin/settings?aba=links'));
  const form = page.getByRole('form', { name: 'Links públicos' });
  await form.getByRole('checkbox', { name: 'Permitir links públicos' }).setChecked(true);
  await form.getByRole('textbox').fill(origins);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(
    page.getByText('Links públicos podem ser criados nos recibos.').first(),
  ).toBeVisible();
  await expect(form.getByRole('button', { name: 'Salvar' })).toBeFocused();
}

test('a link opens to strangers, in frames of named sites alone, until it is revoked', async ({
  page,
  browser,
}) => {
  await product.signIn(page, administrator);
  await allowLinks(page, '');
  await page.goto(at('/dashboard'));
  await search(page, '521110 - Vendedor de comércio varejista');
  // Two acts, then the password that each public page asks for.
  const hands = handsOn(page);
  await hands.click(page.getByRole('button', { name: 'Compartilhar' }));
  await hands.click(page.getByRole('button', { name: 'Página pública' }));
  await expect(page.getByLabel('Sua senha', { exact: true })).toBeVisible();
  expect(hands.done).toEqual({ acts: 2, texts: 0 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Como foi calculado' }).first().click();
  await page.getByRole('link', { name: 'Recibo', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar laudo' }).click();
  expect((await download).suggestedFilename()).toMatch(/^laudo-.{8}\.zip$/);
  await page.getByRole('button', { name: 'Criar link público' }).click();
  await page.getByLabel('Sua senha', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  const address = await page.getByText(/\/p\/[\w-]{32}$/).innerText();
  await expectNoFindings(page);
  framed = address.replace('/p/', '/embed/');

  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const visitor = await stranger.newPage();
  const opened = await visitor.goto(address);
  expect([opened?.status(), opened?.headers()['x-robots-tag']]).toEqual([200, 'noindex, nofollow']);
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText(
    'Vendedor de comércio varejista',
  );
  // The first screen is the answer; the rest opens on demand.
  const answer = visitor.getByRole('region', { name: 'Resposta' });
  await expect(answer).toContainText('R$ 1.750,00');
  await expect(answer.locator('svg').first()).toBeInViewport();
  await expect(answer).toContainText('metade central:');
  await expect(answer.getByRole('list').last().getByRole('listitem')).toHaveCount(3);
  await expect(visitor).toHaveTitle(/^R\$\s1\.750,00: Vendedor de comércio varejista, \S/);
  await expect(visitor.getByText('Desvio padrão')).toBeHidden();
  const steps = visitor.getByRole('table', { name: 'Etapas do cálculo' });
  for (let time = 0; time < 2; time++) {
    await answer.getByRole('button', { name: 'como foi calculado' }).click();
    await expect(steps).toBeVisible();
  }
  await visitor.getByText('Todos os números').click();
  await expect(visitor.getByText('Desvio padrão')).toBeVisible();
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expectNoFindings(visitor);
  await visitor.goto(framed);
  await expect(visitor.getByText('R$ 1.750,00').first()).toBeVisible();
  await expectNoFindings(visitor);

  // No site may frame it yet; then only this one may, and only this page of the product.
  const card = visitor.frameLocator('iframe').getByText('R$ 1.750,00');
  await visitor.goto(otherSite());
  await expect(card).toHaveCount(0);
  await allowLinks(page, otherSite());
  await visitor.goto(otherSite());
  await expect(card).toBeVisible();
  framed = address;
  await visitor.goto(otherSite());
  await expect(card).toHaveCount(0);

  await page.goBack();
  await page.getByRole('button', { name: /^Revogar o link/ }).click();
  await expect(page.getByText(/revogado em/)).toBeVisible();
  await expect(
    page.getByRole('cell', { name: /^\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}$/ }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Link público' })).toBeFocused();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Criar link público' }).click();
  await page.getByLabel('Sua senha', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByRole('button', { name: 'Copiar o código do cartão' }).click();
  // The card's code is not an address.
  await expect(page.getByText('Copiado.', { exact: true })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^<iframe src="/);
  const closed = await visitor.goto(address);
  expect(closed?.status()).toBe(404);
  await expect(visitor.getByText('Link indisponível')).toBeVisible();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Resposta compartilhada');
  await stranger.close();
});
