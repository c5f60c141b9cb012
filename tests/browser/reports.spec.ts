import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { Report } from '../../shared/contracts/reports.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { expectToast, settledAccount, signIn } from './people.ts';
import { formatReais } from '../../shared/words/format.ts';
import { readPdf, spaced } from '../support/read-pdf.ts';
import { searchServer, linkOf, queries } from './search-screen.ts';
import { test } from './signed-in.ts';
import { showTab } from './tab.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function makeReport(page: Page, report: object): Promise<Report> {
  const answer = await page.request.post('/api/reports', { data: report });
  expect(answer.status(), await answer.text()).toBe(202);
  return Report.parse(await answer.json());
}

async function finished(page: Page, { id }: Report): Promise<Report> {
  const read = async () =>
    Report.parse(await (await page.request.get(`/api/reports/${id}`)).json());
  await expect.poll(async () => (await read()).status).not.toBe('GENERATING');
  return read();
}

test(
  'an answer becomes a CSV, which appears in the list while one looks and is downloaded',
  { tag: '@main' },
  async ({ page }) => {
    await page.goto(linkOf({ ...queries.seller, uf: 'SP' }));
    await page.getByRole('button', { name: 'Compartilhar' }).click();
    await expect(dialog(page).getByLabel('Nome')).toHaveValue(
      'SP · 521110 - Vendedor de comércio varejista',
    );
    await dialog(page).getByLabel('Nome').fill('Vendedores de São Paulo');
    // Without a reload: the page follows the report while it is being made, and the download starts automatically.
    const coming = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: /^CSV/ }).click();
    await expect(dialog(page)).toContainText('“Vendedores de São Paulo” está pronto');
    expect((await coming).suggestedFilename()).toMatch(/\.zip$|\.csv$/);
    await dialog(page).getByRole('link', { name: 'Ver relatórios' }).click();

    await expect(page).toHaveURL('/reports');
    const mine = row(page, 'Vendedores de São Paulo');
    await expect(mine).toContainText('CSV');
    await expect(mine).toContainText('Concluído');
    await expect(mine).toContainText(/\d+\s[KM]B/);
    await expect(mine).toContainText('Demonstração');

    const link = mine.getByRole('link', { name: 'Baixar: Vendedores de São Paulo' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'opener');
    // A tab opened only for a download closes, and the page that opened it receives the download event.
    const downloaded = page.waitForEvent('download');
    await link.click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe(
      'Dados sintéticos de demonstração - Vendedores de São Paulo.csv',
    );
    const [header = '', ...lines] = (await readFile(await file.path(), 'utf8'))
      .trimEnd()
      .split('\r\n');
    expect(header).toContain('"salario"');
    const answer = await searchServer(page, { ...queries.seller, uf: 'SP' });
    expect(lines).toHaveLength(answer.totalCount);

    const about = await mine
      .getByRole('link', { name: 'Descrição: Vendedores de São Paulo' })
      .getAttribute('href');
    const description = await (await page.request.get(about ?? '')).json();
    expect(description).toMatchObject({ aviso: 'Dados sintéticos de demonstração' });
  },
);

test(
  'one occupation in one city, with the user’s salary, has at most four pages on paper',
  { tag: '@main' },
  async ({ page }) => {
    const filters = {
      cbo: '521110',
      uf: 'MG',
      municipios: ['310620'],
      genero: 'F',
      escolaridade: '5',
    } as const;
    const answer = await searchServer(page, filters);
    const report = await makeReport(page, {
      type: 'PDF',
      filters,
      ownSalary: 9000,
      name: 'Quatro páginas',
    });
    expect((await finished(page, report)).status).toBe('COMPLETED');
    const file = await page.request.get(`/api/reports/${report.id}/download`);
    const { pages } = await readPdf(await file.body());
    expect(pages.length).toBeLessThanOrEqual(4);
    expect(pages[0]).toContain(spaced(formatReais(answer.statistics.median ?? 0)));
    expect(pages[0]).toContain('R$ 9.000');
    await page.request.delete(`/api/reports/${report.id}`);
  },
);

test('a report of another tab appears, and one that is deleted goes, without a reload', async ({
  page,
}) => {
  await page.goto('/reports');
  await expect(page.getByRole('heading', { name: 'Relatórios' })).toBeVisible();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const report = await makeReport(page, {
    type: 'CSV',
    filters: { uf: 'AC' },
    name: 'De outra aba',
  });
  await expect(row(page, 'De outra aba')).toContainText('Concluído');
  const another = await makeReport(page, {
    type: 'CSV',
    filters: { uf: 'AC' },
    name: 'Some sozinho',
  });
  await finished(page, another);
  await expect(row(page, 'Some sozinho')).toBeVisible();
  await page.request.delete(`/api/reports/${another.id}`);
  await expect(row(page, 'Some sozinho')).toHaveCount(0);

  await row(page, 'De outra aba').getByRole('button', { name: 'Excluir: De outra aba' }).click();
  await expect(dialog(page)).toContainText('Não é possível desfazer');
  await dialog(page).getByRole('button', { name: 'Excluir' }).click();
  await expectToast(page, 'Relatório excluído', 'De outra aba');
  await expect(row(page, 'De outra aba')).toHaveCount(0);
  expect((await page.request.get(`/api/reports/${report.id}`)).status()).toBe(404);
});

test('what became ready while the tab was out of sight is there when it comes back', async ({
  page,
}) => {
  await page.goto('/reports');
  await expect(page.getByRole('heading', { name: 'Relatórios' })).toBeVisible();
  await showTab(page, false);
  const report = await makeReport(page, {
    type: 'CSV',
    filters: { uf: 'AC' },
    name: 'Sem ninguém ver',
  });
  await finished(page, report);
  await showTab(page, true);
  await expect(row(page, 'Sem ninguém ver')).toContainText('Concluído');
  await page.request.delete(`/api/reports/${report.id}`);
});

test.describe('a viewer', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('makes no report, and sees so where reports are', async ({ page }) => {
    await signIn(page, await settledAccount('leitor.relatorios@exemplo.com.br', 'VIEWER'));
    await page.goto(linkOf(queries.seller));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('521110');
    await page.getByRole('button', { name: 'Compartilhar' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Copiar link' })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: /^PDF/ })).toHaveCount(0);
    await page.goto('/reports');
    await expect(
      page.getByText('Seu papel permite baixar os PDFs', { exact: false }),
    ).toBeVisible();
    await expect(
      page.getByText(
        'A sua empresa ainda não gerou nenhum relatório. Os que os seus colegas gerarem aparecem aqui.',
      ),
    ).toBeVisible();
  });
});

const failed = {
  name: `Um_nome_muito_longo_${'x'.repeat(90)}`,
  type: 'PDF' as const,
  notInName: ['Todas as ocupações', 'Brasil', 'jul/2026', 'Admissões'],
  selections: 3,
  progress: null,
  createdAt: '2026-08-01T12:00:00.000Z',
  createdBy: 'Maria de Souza',
  isOwn: false,
  release: 1,
  isSynthetic: true,
  canDownload: true,
  canDelete: true,
} satisfies Partial<Report>;
const reports: readonly Report[] = [
  {
    ...failed,
    id: '1',
    status: 'FAILED',
    message: 'O relatório demorou mais que o permitido. Escolha um período menor e gere outro.',
    fileSize: null,
    expiresAt: '2026-09-01T12:00:00.000Z',
    isExpired: false,
    canRetry: true,
  },
  {
    ...failed,
    id: '2',
    name: 'Expirado',
    status: 'COMPLETED',
    message: null,
    fileSize: 1_234_567,
    expiresAt: '2026-09-01T12:00:00.000Z',
    isExpired: true,
    canRetry: true,
  },
  {
    ...failed,
    id: '3',
    name: 'Sendo gerado',
    status: 'GENERATING',
    progress: 0.4,
    message: null,
    fileSize: null,
    expiresAt: null,
    isExpired: false,
    canRetry: false,
  },
];

/** The second report after "Gerar de novo". */
const restarted: Report = {
  ...reports[1]!,
  status: 'GENERATING',
  isExpired: false,
  canRetry: false,
};

const listReports = (page: Page, listed: readonly Report[]) =>
  page.route('**/api/reports?*', (route) => route.fulfill({ json: listed }));

/** Opens the list with these reports, whose states otherwise arise only after days or a failure. */
async function openWith(page: Page, listed: readonly Report[]): Promise<void> {
  await listReports(page, listed);
  await page.route('**/api/reports/events', (route) => route.abort());
  await page.goto('/reports');
  await expect(page.getByRole('heading', { name: 'Relatórios' })).toBeVisible();
}

test('what failed says why, what expired has no file, and both can be made again', async ({
  page,
}) => {
  await openWith(page, reports);
  await expect(row(page, failed.name)).toContainText('Falhou');
  await expect(row(page, failed.name)).toContainText('demorou mais que o permitido');
  await expect(row(page, 'Expirado')).toContainText('Concluído');
  await expect(row(page, 'Expirado')).toContainText('Expirou em 01/09/2026');
  await expect(page.getByRole('link', { name: /^Baixar/ })).toHaveCount(0);
  await expect(row(page, 'Sendo gerado')).toContainText('Gerando');
  await expect(page.getByRole('progressbar', { name: 'Geração de Sendo gerado' })).toBeVisible();

  const held = Promise.withResolvers<void>();
  let retries = 0;
  await page.route('**/api/reports/2/retry', async (route) => {
    retries += 1;
    await held.promise;
    await route.fulfill({ status: 202, json: restarted });
  });
  await listReports(page, [reports[0]!, restarted]);
  const retry = page.getByRole('button', { name: 'Gerar de novo: Expirado' });
  await retry.click();
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  await retry.press('Enter');
  held.resolve();
  await expect(row(page, 'Expirado')).toContainText('Gerando');
  expect(retries).toBe(1);
  await expect(page.getByRole('region', { name: 'Relatórios', exact: true })).toBeFocused();
  await page.route('**/api/reports/1/retry', (route) =>
    route.fulfill({ status: 409, json: { code: 'too_many_reports', message: 'Espere um pouco.' } }),
  );
  await page.getByRole('button', { name: `Gerar de novo: ${failed.name}` }).click();
  await expectToast(page, 'Não foi possível gerar de novo', 'Espere um pouco.');
});

test('a late response to "Gerar de novo" does not replace the newer state', async ({ page }) => {
  await openWith(page, reports);
  await page.route('**/api/reports/2/retry', (route) =>
    route.fulfill({ status: 202, json: restarted }),
  );
  await listReports(page, [{ ...restarted, status: 'COMPLETED' }]);
  await page.getByRole('button', { name: 'Gerar de novo: Expirado' }).click();
  await expect(page.getByRole('link', { name: 'Baixar: Expirado' })).toBeVisible();
  await expect(row(page, 'Expirado')).toContainText('Concluído');
});

test('a deletion that ends after its dialog was closed leaves the next dialog open', async ({
  page,
}) => {
  await openWith(page, reports);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/reports/2', async (route) => {
    await held.promise;
    await route.fulfill({ status: 204 });
  });
  await page.getByRole('button', { name: 'Excluir: Expirado' }).click();
  await dialog(page).getByRole('button', { name: 'Excluir', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Voltar' }).click();
  await page.getByRole('button', { name: `Excluir: ${failed.name}` }).click();
  await listReports(page, [reports[0]!]);
  held.resolve();
  await expectToast(page, 'Relatório excluído', 'Expirado');
  await expect(
    page.getByRole('row', { includeHidden: true }).filter({ hasText: 'Expirado' }),
  ).toHaveCount(0);
  await expect(dialog(page)).toContainText(failed.name);
});

const screens: Record<string, (page: Page) => Promise<void>> = {
  'of every state': async (page) => openWith(page, reports),
  'that are none': async (page) => {
    await openWith(page, []);
    await expect(page.getByText('Nenhum relatório ainda.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Faça uma pesquisa' })).toBeVisible();
  },
  'that do not load': async (page) => {
    await page.route('**/api/reports?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'x', message: 'Tente de novo.' } }),
    );
    await page.goto('/reports');
    await expect(page.getByRole('alert')).toContainText('Erro ao carregar os relatórios');
  },
  'that one deletes': async (page) => {
    await openWith(page, reports);
    await page.getByRole('button', { name: 'Excluir: Expirado' }).click();
    await expect(dialog(page)).toBeVisible();
  },
  'that one asks for': async (page) => {
    await page.goto(linkOf(queries.seller));
    await page.getByRole('button', { name: 'Compartilhar' }).click();
    await expect(dialog(page).getByLabel('Nome')).toHaveValue(/521110/);
  },
};

for (const [name, open] of Object.entries(screens)) {
  test(`axe finds nothing on reports ${name}`, async ({ page }) => {
    await open(page);
    await expectNoFindingsInAnyLook(page);
  });
}

test('reports are requested with the keyboard, and the focus returns', async ({ page }) => {
  await page.goto(linkOf(queries.seller));
  const button = page.getByRole('button', { name: 'Compartilhar' });
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press('Enter');
  const name = dialog(page).getByLabel('Nome');
  await expect(name).toHaveValue(/521110/);
  // A type requests the document at once: its choices come before it.
  await name.focus();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('checkbox', { name: /anexo/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: /^PDF/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});
