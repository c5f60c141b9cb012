import { expect, test, type Page } from '@playwright/test';
import { expectNoFindings, expectNoFindingsInAnyLook } from './findings.ts';
import { expectToast } from './people.ts';
import { researchProduct, type ResearchProduct } from './research-product.ts';
import { card, panel, search, sellerSubject, subject } from './search-screen.ts';

/** Stories of stored searches and receipts. They publish their own data: six salaries, then eight. */
const six = ['1500,00', '1600,00', '1700,00', '1800,00', '1900,00', '2000,00'];
const eight = [...six, '2100,00', '2200,00'];
/** By hand: the middle two of six and of eight. */
const medianOfSix = 'R$ 1.750,00';
const medianOfEight = 'R$ 1.850,00';
/** Two records more: the amounts would reveal their salaries. */
const changedLine = /Desde a versão 1: \+2\s+registros; mediana omitida/;
const changedFiles = /Meses publicados de novo: \+2\sregistros/;
const seller = '521110 - Vendedor de comércio varejista';
const longName = `Acompanhamento ${'trimestral '.repeat(9)}xx`.slice(0, 120);

let product: ResearchProduct;
let company: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await researchProduct();
  company = await product.company('Lojas do Porto', '11222333000181');
  await product.publish(six);
});
test.afterAll(() => product[Symbol.asyncDispose]());

const at = (path: string) => `${product.address}${path}`;
const rows = (page: Page) => page.getByRole('main').locator('tbody tr');
const median = (page: Page) => card(page, 'Salário Mediano');
const banner = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title });

async function enter(page: Page, role: 'CLIENT' | 'VIEWER', companyId: string | null = company) {
  const account = await product.person({ role, companyId });
  await product.signIn(page, account);
  return account;
}

async function askFor(page: Page, text: string, title = sellerSubject) {
  await page.goto(at('/dashboard'));
  await search(page, text);
  await expect(subject(page)).toHaveText(title);
}

async function save(page: Page, name: string) {
  await page.getByRole('button', { name: 'Salvar pesquisa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Salvar pesquisa' });
  await expect(dialog.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Nome' })).toHaveValue(`Brasil · ${seller}`);
  await dialog.getByRole('textbox', { name: 'Nome' }).fill(name);
  await dialog.getByRole('button', { name: 'Salvar pesquisa' }).click();
  return dialog;
}

test(
  'the history begins empty, fills with searches, and can be named, searched and forgotten',
  { tag: '@axe' },
  async ({ page }) => {
    await enter(page, 'VIEWER');
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/history?*', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(at('/history'));
    await expect(page.getByRole('region', { name: 'Histórico de pesquisas' })).toBeVisible();
    await expect(page.getByLabel('Procurar no histórico')).toHaveCount(0);
    release();
    await expect(page.getByText('Nenhuma pesquisa ainda.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apagar tudo' })).toHaveCount(0);
    await expect(page.getByLabel('Procurar no histórico')).toHaveCount(0);
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    await askFor(page, '521110');
    await askFor(page, 'astronauta de marte', '“astronauta de marte”');
    await page.getByRole('link', { name: 'Histórico' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('“astronauta de marte”');
    await expect(rows(page).nth(1)).toContainText(seller);
    await expect(rows(page).nth(1)).toContainText(`6${medianOfSix}`);
    await expect(rows(page).nth(1)).toContainText('versão 1 (atual)');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByLabel('Procurar no histórico')).toBeHidden();
    await expect(page.getByText('Ações', { exact: true })).toBeHidden();
    await expect(page.getByText('Repetir', { exact: true }).first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('button', { name: `Nomear: ${seller}` }).click();
    await page.getByRole('textbox', { name: 'Nome' }).fill(longName);
    await page.getByRole('button', { name: 'Salvar nome' }).click();
    await expect(rows(page).nth(1)).toContainText(longName);
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByLabel('Procurar no histórico').fill('varejista trimestral');
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/busca=varejista/);
    // The field names the text that narrows the list, whatever changes that text.
    await page.getByRole('link', { name: 'Histórico' }).first().click();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByLabel('Procurar no histórico')).toHaveValue('');
    await page.goBack();
    await expect(page.getByLabel('Procurar no histórico')).toHaveValue('varejista trimestral');
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('link', { name: `Repetir: ${longName}` }).click();
    await expect(subject(page)).toHaveText(sellerSubject);
    await expect(median(page)).toContainText(medianOfSix);

    await page.goto(at('/history'));
    await page.getByRole('button', { name: 'Excluir: “astronauta de marte”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).getByRole('link').first()).toBeFocused();
    await page.goto(at('/history?pagina=9'));
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/\/history$/);
    await page.getByRole('button', { name: 'Apagar tudo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar tudo' }).click();
    await expect(page.getByText('Nenhuma pesquisa ainda.')).toBeVisible();
  },
);

test('a failed list says what happened, and comes when it is tried again', async ({ page }) => {
  await enter(page, 'CLIENT');
  for (const [path, title] of [
    ['/history', 'Erro ao carregar o histórico'],
    ['/saved', 'Erro ao carregar as pesquisas salvas'],
  ] as const) {
    await page.route(`**/api${path}?*`, (route) =>
      route.fulfill({ status: 500, json: { code: 'x', message: 'O servidor falhou.' } }),
    );
    await page.goto(at(path));
    await expect(page.getByRole('alert')).toContainText(`${title}: O servidor falhou.`);
    await page.unroute(`**/api${path}?*`);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test(
  'a search is saved under a name that is new, and shared with the company',
  { tag: '@main' },
  async ({ page, browser }) => {
    await enter(page, 'CLIENT');
    await page.goto(at('/saved'));
    await expect(page.getByText('Nenhuma pesquisa salva ainda.')).toBeVisible();
    await page.getByRole('link', { name: 'Faça uma pesquisa' }).click();
    await expect(page).toHaveURL(at('/dashboard'));
    await askFor(page, '521110');
    await page.getByLabel('Seu salário').fill('1834,56');
    const dialog = await save(page, ' ');
    await expect(dialog).toContainText('R$ 1.834,56, que só você vê');
    await expect(dialog.getByRole('textbox', { name: 'Nome' })).toHaveAccessibleDescription(
      'Dê um nome à pesquisa.',
    );
    await expect(dialog.getByRole('textbox', { name: 'Nome' })).toBeFocused();
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Vendedores');
    await dialog.getByText('Compartilhar com a empresa').click();
    await dialog.getByRole('button', { name: 'Salvar pesquisa' }).click();
    await expectToast(page, 'Pesquisa salva', 'Vendedores');
    await save(page, 'vendedores');
    await expect(dialog.getByRole('textbox', { name: 'Nome' })).toHaveAccessibleDescription(
      /já tem uma pesquisa salva/,
    );
    await page.keyboard.press('Escape');

    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const viewer = await context.newPage();
    await enter(viewer, 'VIEWER');
    await viewer.goto(at('/saved'));
    await expect(rows(viewer)).toHaveCount(1);
    await expect(rows(viewer)).toContainText('Vendedores');
    await expect(rows(viewer)).toContainText('de Pessoa Número');
    await expect(rows(viewer).getByRole('button')).toHaveText(['Avisar por e-mail']);
    await rows(viewer).getByRole('button').click();
    await expect(rows(viewer)).toContainText('Com aviso por e-mail');
    await rows(viewer).getByRole('link', { name: 'Abrir: Vendedores' }).click();
    await expect(median(viewer)).toContainText(medianOfSix);
    await expect(viewer).not.toHaveURL(/salario/);
    await expect(viewer.getByRole('button', { name: 'Salvar pesquisa' })).toHaveCount(0);
    await context.close();

    await page.goto(at('/saved'));
    await page.getByRole('link', { name: 'Abrir: Vendedores' }).click();
    await expect(page.getByLabel('Seu salário')).toHaveValue('1.834,56');
  },
);

test('a person without a company sees why sharing is impossible', async ({ page }) => {
  await enter(page, 'CLIENT', null);
  await askFor(page, '521110');
  await page.getByRole('button', { name: 'Salvar pesquisa' }).click();
  const share = page.getByRole('checkbox', { name: 'Compartilhar com a empresa' });
  await expect(share).toBeDisabled();
  await expect(share).toHaveAccessibleDescription(/não pertence a uma empresa/);
  // Fewer than twelve months are loaded: the offer does not promise twelve.
  const follow = page.getByRole('checkbox', { name: /^Acompanhar sempre/ });
  await expect(follow).toHaveAccessibleName(
    'Acompanhar sempre os últimos meses carregados (até 12)',
  );
});

test('the dialog to save a search has no accessibility faults, in every colour scheme and width', async ({
  page,
}) => {
  await enter(page, 'CLIENT');
  await askFor(page, '521110');
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 360],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const dialog = await save(page, ' ');
    await expect(dialog.getByText('Dê um nome à pesquisa.')).toBeVisible();
    await expectNoFindings(page);
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Lojas');
    await expect(dialog.getByText('Dê um nome à pesquisa.')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('a phone that is turned keeps the open dialog, with what was typed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await enter(page, 'CLIENT');
  await askFor(page, '521110');
  await page.getByRole('button', { name: 'Salvar pesquisa' }).click();
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Nome' });
  await name.fill('Vendas no litoral');
  await page.setViewportSize({ width: 800, height: 360 });
  await expect(name).toHaveValue('Vendas no litoral');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Compartilhar' }).click();
  const title = page.getByRole('dialog').getByRole('textbox').first();
  await title.fill('Vendas no litoral');
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(title).toHaveValue('Vendas no litoral');
  await page.keyboard.press('Escape');
});

test('of two windows with the same saved search, the second sees a conflict', async ({
  page,
  context,
}) => {
  await enter(page, 'CLIENT');
  await askFor(page, '521110');
  await save(page, 'Primeira');
  await expectToast(page, 'Pesquisa salva', 'Primeira');
  await page.goto(at('/saved?busca=primeira'));
  const other = await context.newPage();
  await other.goto(at('/saved?busca=primeira'));
  for (const window of [page, other]) {
    await window.getByRole('button', { name: 'Editar: Primeira' }).click();
  }
  for (const [window, name] of [
    [page, 'Primeira de todas'],
    [other, 'Primeira e única'],
  ] as const) {
    const answered = window.waitForResponse('**/api/saved/*');
    await window.getByRole('textbox', { name: 'Nome' }).fill(name);
    await window.getByRole('button', { name: 'Salvar', exact: true }).click();
    await answered;
  }
  await expect(rows(page)).toContainText('Primeira de todas');
  await expect(other.getByRole('alert')).toContainText('alterada em outra janela');
  await page.reload();
  await expect(rows(page)).toContainText('Primeira de todas');
  await page.getByRole('button', { name: 'Excluir: Primeira de todas' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nenhuma pesquisa salva tem essas palavras')).toBeVisible();
});

test(
  'after a newer publication the screen offers it, saved searches state what changed, and the receipt still agrees',
  { tag: '@axe' },
  async ({ page }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 1440, height: 900 });
    await enter(page, 'CLIENT');
    await askFor(page, '521110');
    await save(page, longName);
    await expectToast(page, 'Pesquisa salva', longName);
    await page.getByRole('button', { name: 'Como foi calculado', exact: true }).click();
    const receiptLink = page.getByRole('link', { name: 'Recibo', exact: true });
    const receipt = (await receiptLink.getAttribute('href')) ?? '';
    await page.keyboard.press('Escape');
    await expect(median(page)).toContainText(medianOfSix);

    const equality = await page.context().newPage();
    await equality.clock.install();
    await equality.goto(at('/equality'));
    await expect(panel(equality, 'Resultado')).toBeVisible();
    await page.bringToFront();

    // The page checks for new data every minute; the paused clock keeps that minute from ending before `fastForward`.
    await page.clock.pauseAt(Date.now() + 1_000);
    await product.publish(eight);
    await expect(banner(page, 'Há dados mais novos')).toHaveCount(0);
    await page.clock.fastForward(61_000);
    await page.clock.resume();
    await expect(banner(page, 'Há dados mais novos')).toContainText('versão 2');
    await expect(banner(page, 'Há dados mais novos')).toContainText('Esta resposta é da versão 1.');
    await expect(median(page)).toContainText(medianOfSix);
    await page.getByRole('button', { name: 'Pesquisar com os dados atuais' }).click();
    await expect(median(page)).toContainText(medianOfEight);
    await expect(banner(page, 'Há dados mais novos')).toHaveCount(0);

    await equality.bringToFront();
    await equality.clock.fastForward(61_000);
    await equality.getByRole('button', { name: 'Pesquisar com os dados atuais' }).click();
    await expect(banner(equality, 'Há dados mais novos')).toHaveCount(0);
    await equality.close();

    await page.goto(at('/saved?busca=trimestral'));
    await expect(rows(page)).toContainText('Dados novos');
    await expect(rows(page)).toContainText('Da versão 1 para a versão 2');
    await expect(rows(page)).toContainText(/6 antes, agora→8\(\+33,3\s%\)/);
    await expect(rows(page)).toContainText('(+5,7 %)');
    await page.getByRole('button', { name: `Ver o que mudou: ${longName}` }).click();
    // As in the list, with the current median.
    await expect(page.getByText(/mediana de R\$\s1\.750,00 para R\$\s1\.850,00/)).toBeVisible();
    await page.getByRole('button', { name: 'O que mudou', exact: true }).click();
    await expect(page.getByText(changedFiles)).toBeVisible();
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    // The browser's menu of the link is not a visit.
    await page.getByRole('link', { name: `Abrir: ${longName}` }).click({ button: 'right' });
    await page.goto(at('/dashboard'));
    const recent = panel(page, 'Pesquisas recentes').getByRole('listitem');
    await expect(recent).toContainText([medianOfEight, 'versão 1']);
    await expect(panel(page, 'Pesquisas salvas')).toContainText('mediana R$ 1.850,00 (+5,7 %)');
    await expect(panel(page, 'Dados disponíveis')).toContainText('versão 2');
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const seen = page.waitForResponse('**/seen');
    await panel(page, 'Pesquisas salvas').getByRole('link', { name: longName }).click();
    await seen;
    await expect(median(page)).toContainText(medianOfEight);
    await page.goto(at('/saved?busca=trimestral'));
    await expect(rows(page)).toContainText('Sem dados novos: versão 2');

    await page.goto(at(receipt));
    await expect(panel(page, 'Pergunta')).toContainText(seller);
    await expect(panel(page, 'Resposta')).toContainText(
      `${medianOfSix}metade ganha até este valor por mês`,
    );
    await expect(panel(page, 'Números')).toContainText('Registros6');
    await expect(panel(page, 'Números')).toContainText(`Mediana (Q2)${medianOfSix}`);
    await expect(panel(page, 'Arquivos desta versão dos dados')).toContainText(
      'CAGEDMOV202307.txt',
    );
    await expect(panel(page, 'Identificação')).not.toContainText('é a atual');
    const changed = panel(page, 'O que mudou desde este recibo');
    await expect(changed).toContainText(changedLine);
    await changed.getByRole('button', { name: 'O que mudou', exact: true }).click();
    await expect(changed.getByRole('row', { name: '3º quartil (Q3)' })).toContainText(
      'R$ 1.875,00——',
    );
    await page.getByRole('button', { name: 'Recalcular' }).click();
    await expect(panel(page, 'Conferência').getByText('Confere', { exact: true })).toBeVisible();
    await expect(panel(page, 'Conferência')).toContainText('Todos os números');
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('link', { name: 'Abrir a pesquisa' }).click();
    await expect(page).toHaveURL(/release=1/);
    await expect(median(page)).toContainText(medianOfSix);
    await expect(banner(page, 'Há dados mais novos')).toContainText(changedLine);
    await page.getByRole('button', { name: 'Pesquisar com os dados atuais' }).click();
    await expect(page).not.toHaveURL(/release=/);
    await expect(median(page)).toContainText(medianOfEight);

    const compared = `s=${encodeURIComponent('cbo=521110')}&s=${encodeURIComponent('uf=SP')}`;
    await page.goto(at(`/compare?${compared}&release=1`));
    await expect(banner(page, 'Há dados mais novos')).toContainText('Esta resposta é da versão 1.');
    await expect(page.getByText(/^6\sregistros$/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Pesquisar com os dados atuais' }).click();
    await expect(page).not.toHaveURL(/release=/);
    await expect(page.getByText(/^8\sregistros$/).first()).toBeVisible();
    await expect(banner(page, 'Há dados mais novos')).toHaveCount(0);
  },
);

test(
  'a receipt or a publication that does not exist says so, with a way on',
  { tag: '@axe' },
  async ({ page }) => {
    await enter(page, 'VIEWER');
    await page.goto(at('/receipt/AAAAAAAAAAAAAAAAAAAAAA'));
    await expect(page.getByRole('alert')).toContainText('Este recibo não existe');
    await expectNoFindingsInAnyLook(page);
    await page.goto(at('/dashboard?cbo=521110&release=99'));
    await expect(page.getByRole('alert')).toContainText('Não existe a versão 99 dos dados.');
    await page.getByRole('button', { name: 'Pesquisar com os dados atuais' }).click();
    await expect(median(page)).toContainText(medianOfEight);
    await page.goto(at(`/compare?s=${encodeURIComponent('cbo=521110')}&release=99`));
    await expect(page.getByRole('alert')).toContainText('Não existe a versão 99 dos dados.');
    await page.getByRole('button', { name: 'Pesquisar com os dados atuais' }).click();
    await expect(page.getByText(/^8\sregistros$/).first()).toBeVisible();
    await page.goto(at('/equality?release=99'));
    await expect(page.getByRole('alert')).toContainText('Não existe a versão 99 dos dados.');
    await page.getByRole('button', { name: 'Pesquisar com os dados atuais' }).click();
    await expect(panel(page, 'Resultado')).toBeVisible();
  },
);

test('a receipt’s address is copied, and its page is printed without the frame', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'CLIENT');
  await askFor(page, '521110');
  await page.getByRole('button', { name: 'Como foi calculado', exact: true }).click();
  await page.getByRole('button', { name: 'Copiar o endereço do recibo' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(new RegExp(`^${product.address}/receipt/[\\w-]{22}$`));
  const address = await copied();
  await page.goto(address);
  await expect(panel(page, 'Números')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Recalcular' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeHidden();
  await expect(page.getByText(address)).toBeVisible();
  // As wide as the text on A4, in CSS pixels.
  await page.setViewportSize({ width: 703, height: 1000 });
  await expect(panel(page, 'Arquivos desta versão dos dados').getByRole('table')).toHaveCSS(
    'display',
    'table',
  );
  // A scroll region's edges would be lines through the first letters.
  await expect(page.locator('.scroll-edges').first()).toHaveCSS('background-image', 'none');
});

test(
  'what changed this month stands with the saved searches, and one click ends its mails',
  { tag: '@axe' },
  async ({ page }) => {
    const changes = [
      {
        id: 'a',
        name: longName,
        medians: { before: 9000, now: 8550 },
        followsMinimumWage: false,
      },
    ];
    const digest = { month: '202607', before: '202606', minimumWage: null, changes };
    await enter(page, 'CLIENT');
    await page.route('**/api/digest', (route) => route.fulfill({ json: { digest } }));
    await page.goto(at('/saved'));
    await expect(panel(page, 'O que mudou em julho de 2026').getByRole('listitem')).toHaveText(
      `“${longName}”: a mediana passou de R$ 9.000,00 em jun/2026 para R$ 8.550,00 em jul/2026 (−5,0 %).`,
    );
    await expectNoFindingsInAnyLook(page);

    // Without signing in, and only by the click: mail scanners open links.
    await page.context().clearCookies();
    const ended: string[] = [];
    await page.route('**/api/digest/unsubscribe*', (route) => {
      ended.push(`${route.request().method()} ${new URL(route.request().url()).search}`);
      return route.fulfill({ json: { message: 'Você não recebe mais estes avisos.' } });
    });
    await page.goto(at('/unsubscribe#token=abc'));
    const button = page.getByRole('button', { name: 'Não receber mais estes avisos' });
    await expect(button).toBeVisible();
    expect(ended).toEqual([]);
    await button.click();
    await expect(page.getByText('Você não recebe mais estes avisos.')).toBeVisible();
    expect(ended).toEqual(['POST ?token=abc']);
  },
);
