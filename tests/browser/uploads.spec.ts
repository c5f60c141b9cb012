import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { officialText } from '../support/official-file.ts';
import { expectNoFindings, expectNoFindingsInAnyLook } from './findings.ts';
import { monthText, process, standing, test } from './loading-product.ts';
import { expectToast } from './people.ts';
import { showTab } from './tab.ts';

// Complete loads, and axe in four looks.

const invalidMonth = 'Digite uma competência válida (ex: 202507)';

test(
  'a month is requested, fetched, read, compared and published with live progress',
  { tag: ['@main', '@axe'] },
  async ({ page, source }) => {
    source.put('CAGEDMOV202307.txt', monthText('202307', 9));
    source.put('CAGEDFOR202307.txt', officialText('FOR', [{ declared_month: '202307' }]));
    await page.goto('/admin/upload');
    const names = page.getByRole('list', { name: 'Arquivos que serão processados' });
    await page.getByLabel('Competência', { exact: true }).pressSequentially('2023071');
    await expect(page.getByLabel('Competência', { exact: true })).toHaveValue('202307');
    await expect(names.getByRole('listitem')).toHaveText([
      'CAGEDMOV202307.txt',
      'CAGEDFOR202307.txt',
      'CAGEDEXC202307.txt',
    ]);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Sucesso!', 'Processamento iniciado com sucesso!');

    const result = page.getByRole('region', { name: 'Resultado' });
    const file = (name: string) => result.getByRole('row').filter({ hasText: name });
    await expect(file('CAGEDMOV202307.txt')).toContainText('Encontrado');
    await expect(file('CAGEDMOV202307.txt')).toContainText('KB');
    await expect(file('CAGEDMOV202307.txt')).toContainText('30/08/2023');
    await expect(file('CAGEDEXC202307.txt')).toContainText('Não encontrado');
    await result.getByText('Resposta completa').click();
    await expect(result.locator('pre')).toContainText('"driveIntegration"');
    await expect(result.getByText('Concluído')).toBeVisible();
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    const list = page.getByRole('table', { name: 'Todos os envios' });
    await expect(list.getByRole('row').nth(1)).toContainText('Versão 1 dos dados publicada');
    await list.getByRole('link', { name: 'julho de 2023' }).click();
    await expect(standing(page)).toContainText('Concluído');
    await expect(
      page
        .getByRole('navigation', { name: 'Principal' })
        .getByRole('link', { name: 'Processamento CAGED' }),
    ).toHaveAttribute('aria-current', 'page');
    const panel = page.getByRole('group').filter({ hasText: 'CAGEDMOV202307.txt' });
    await panel.getByText('CAGEDMOV202307.txt', { exact: true }).click();
    await expect(panel.getByRole('list', { name: /^Etapas/ }).getByRole('listitem')).toHaveText([
      /^Receberfeito em [\d,]+\ss$/,
      /^Descompactar e lerfeito em [\d,]+\ss$/,
      /^Validarfeito em [\d,]+\ss$/,
      /^Conferirfeito em [\d,]+\ss$/,
      /^Publicarfeito em [\d,]+\ss$/,
    ]);
    await expect(panel.getByText('9 linhas')).toBeVisible();
    await expect(page.getByText('10 aceitas + 0 rejeitadas = 10 lidas ✓ confere')).toBeVisible();
    await expect(panel.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Versão 1 dos dados' })).toHaveAttribute(
      'href',
      '/admin/releases',
    );
    await expect(page.getByRole('banner')).toContainText('Dados até jul/2023');
    await expectNoFindingsInAnyLook(page);
  },
);

test('a competência that is none is refused, and one that the source lacks too', async ({
  page,
}) => {
  await page.goto('/admin/upload');
  const field = page.getByLabel('Competência', { exact: true });
  for (const wrong of ['', '20250', '202513']) {
    await field.fill(wrong);
    await page.getByRole('button', { name: 'Processar arquivos' }).click();
    await expect(field).toHaveAccessibleDescription(invalidMonth);
    await expect(field).toBeFocused();
    await expectToast(page, 'Erro', invalidMonth);
  }
  await expectNoFindings(page);
  await field.fill('202001');
  await page.getByRole('button', { name: 'Processar arquivos' }).click();
  await expectToast(page, 'Erro', 'não tem nenhum arquivo da competência 202001');
  await expect(field).toHaveAccessibleDescription(/202001/);
});

test('a failure without a message shows a general message', async ({ page }) => {
  await page.goto('/admin/upload');
  await page.getByLabel('Competência', { exact: true }).fill('202307');
  await page.route('**/api/simple-upload', (route) => route.fulfill({ status: 502, body: '' }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Processar arquivos' }).click();
  await expectToast(page, 'Erro', 'Erro no processamento');
  await page.route('**/api/simple-upload', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Processar arquivos' }).click();
  await expectToast(page, 'Erro', 'Erro ao processar arquivos');
});

test(
  'an upload survives a reload, is cancelled in its middle and tried again',
  { tag: '@axe' },
  async ({ page, source }) => {
    source.put('CAGEDMOV202105.txt', monthText('202105', 9));
    source.hold();
    await process(page, '202105');
    const step = page.getByRole('listitem').filter({ hasText: 'Receber' });
    await expect(step).toHaveAttribute('aria-current', 'step');
    await expect(page.getByText('Ao vivo')).toBeVisible();
    await page.reload();
    await expect(step).toHaveAttribute('aria-current', 'step');
    await expect(page.getByText(/^\d+\sbytes de [\d,]+\sKB/)).toBeVisible();
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('link', { name: 'Painel', exact: true }).click();
    await page.getByRole('link', { name: '1 envio em andamento' }).click();
    await page.getByRole('button', { name: 'Cancelar envio' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancelar este envio?' });
    await expectNoFindings(page);
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await page.getByRole('button', { name: 'Cancelar envio' }).click();
    await dialog.getByRole('button', { name: 'Cancelar envio' }).click();
    await expect(standing(page)).toContainText('Cancelado');
    await expect(standing(page)).toContainText('os dados publicados não mudaram');
    await expect(step).toContainText('interrompido');
    await expect(page.getByRole('link', { name: '1 envio em andamento' })).toHaveCount(0);

    source.letGo();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(standing(page)).toContainText('Concluído');
    await expect(page.getByRole('region', { name: 'Situação' })).toBeFocused();
  },
);

test('a late response to a cancellation does not replace the newer state', async ({
  page,
  source,
}) => {
  source.put('CAGEDMOV202104.txt', monthText('202104', 9));
  source.hold();
  await process(page, '202104');
  await expect(page.getByText('Ao vivo')).toBeVisible();
  const shown = Promise.withResolvers<void>();
  await page.route('**/cancel', async (route) => {
    const response = await route.fetch();
    expect(await response.json()).toMatchObject({ status: 'PROCESSING', isCancelling: true });
    await shown.promise;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Cancelar envio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar este envio?' });
  await dialog.getByRole('button', { name: 'Cancelar envio' }).click();
  await expect(standing(page)).toContainText('Cancelado');
  shown.resolve();
  await expectToast(page, 'Cancelamento pedido', 'Nada deste envio será publicado.');
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeEnabled();
  await expect(standing(page)).toContainText('Cancelado');
});

test('without the live connection the state is polled, and offline it stays', async ({
  page,
  context,
  source,
}) => {
  source.put('CAGEDMOV202005.txt', monthText('202005', 9));
  source.hold();
  await page.route('**/api/uploads/events', (route) => route.abort());
  await process(page, '202005');
  await expect(page.getByText('Sem conexão ao vivo')).toBeVisible();
  await expectNoFindings(page);
  await expect(standing(page)).toContainText('Processando');
  await context.setOffline(true);
  source.letGo();
  await expect(standing(page)).toContainText('Processando');
  await page.waitForTimeout(6000);
  await expect(standing(page)).toContainText('Processando');
  await context.setOffline(false);
  await expect(standing(page)).toContainText('Concluído');
});

test('what ended while the tab was out of sight is reported when it comes back', async ({
  page,
  source,
}) => {
  source.put('CAGEDMOV202003.txt', monthText('202003', 9));
  source.hold();
  await page.goto('/admin/upload');
  await page.getByLabel('Competência', { exact: true }).fill('202003');
  await page.getByRole('button', { name: 'Processar arquivos' }).click();
  const result = page.getByRole('region', { name: 'Resultado' });
  const newest = page.getByRole('table', { name: 'Todos os envios' }).getByRole('row').nth(1);
  await expect(result.getByText('Processando')).toBeVisible();
  await expect(newest).toContainText('Processando');
  const link = result.getByRole('link', { name: 'Acompanhar este envio' });
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  await showTab(page, false);
  source.letGo();
  const status = async () => (await (await page.request.get(`/api/uploads/${id}`)).json()).status;
  await expect.poll(status).toBe('COMPLETED');
  await showTab(page, true);
  await expect(newest).toContainText('Concluído');
  await expect(result.getByText('Concluído')).toBeVisible();
});

test('a restored connection shows the current state', async ({ page, context, source }) => {
  source.put('CAGEDMOV202006.txt', monthText('202006', 9));
  source.hold();
  await process(page, '202006');
  await expect(page.getByText('Ao vivo')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Sem conexão ao vivo')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Ao vivo')).toBeVisible();
  source.letGo();
  await expect(standing(page)).toContainText('Concluído');
});

test(
  'a month unlike its neighbour waits with its reasons first, and is published all the same',
  { tag: '@axe' },
  async ({ page, source }) => {
    source.put('CAGEDMOV201301.txt', monthText('201301', 300));
    source.put(
      'CAGEDMOV201302.txt',
      monthText('201302', 3000, (line) => ({ ...(line < 400 && { age: '' }), cbo: '225125' })),
    );
    await process(page, '201301');
    await expect(standing(page)).toContainText('Concluído');
    await process(page, '201302');
    await expect(standing(page)).toContainText('Aguarda aprovação');
    await expect(page.getByRole('link', { name: /1.envio aguarda aprovação/ })).toBeVisible();
    const viewport = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 780 });
    // One line of the header's words is less than 30 px tall, and nothing is wider than the screen.
    const words = page.getByRole('banner').getByText('CAGED Analytics');
    expect((await words.boundingBox())?.height).toBeLessThan(30);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    if (viewport !== null) await page.setViewportSize(viewport);

    await page.getByRole('link', { name: 'Todos os envios' }).click();
    const row = page.getByRole('row').filter({ hasText: 'fevereiro de 2013' });
    await expect(row).toContainText('A conferência encontrou 2 motivos para revisar');
    await expect(row).not.toContainText('CAGEDMOV201302.txt');
    await row.getByRole('link').click();

    const why = page.getByRole('region', { name: 'Situação' }).getByRole('listitem');
    await expect(why.first()).toHaveText(
      /^CAGEDMOV201302.txt: tem 3\.000 linhas, muito longe dos meses de comparação: janeiro de 2013 \(300\); o limite para essa diferença é \d/,
    );
    const comparison = page.getByRole('region', { name: 'Conferência: CAGEDMOV201302.txt' });
    const figures = comparison.getByRole('table', { name: /ao lado do que está publicado/ });
    await expect(figures.getByRole('row').nth(1)).toHaveText(
      /Este arquivo, fev\/20133\.0002\.0001\.0001\.000/,
    );
    await expect(figures.getByRole('row').nth(2)).toHaveText(/janeiro de 2013300\+900,0\s%200/);
    await comparison.getByText('Campos vazios por coluna', { exact: true }).click();
    await expect(comparison.getByRole('row').filter({ hasText: 'idade' })).toContainText('13,3');
    await comparison.getByText('Códigos novos (1)').click();
    await expect(comparison.getByRole('row').filter({ hasText: '225125' })).toContainText('3.000');
    await comparison.getByText('Maiores salários', { exact: true }).click();
    await expect(comparison.getByText('R$ 1.500,00').last()).toBeVisible();
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('button', { name: 'Publicar mesmo assim' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publicar mesmo assim?' });
    await expect(dialog.getByRole('listitem').first()).toContainText('tem 3.000 linhas');
    await expectNoFindings(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Publicar mesmo assim' })).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Publicar mesmo assim' }).click();
    await expect(standing(page)).toContainText('Concluído');
    await expect(page.getByRole('link', { name: /^Versão \d+ dos dados/ })).toBeVisible();
  },
);

test('an upload that waits is compared again when its neighbour is published', async ({
  page,
  source,
}) => {
  source.put('CAGEDMOV201601.txt', monthText('201601', 300));
  source.put('CAGEDMOV201602.txt', monthText('201602', 3000));
  source.put('CAGEDMOV201603.txt', monthText('201603', 301));
  await process(page, '201601');
  await expect(standing(page)).toContainText('Concluído');
  await process(page, '201602');
  await expect(standing(page)).toContainText('Aguarda aprovação');
  const figures = page.getByRole('table', { name: /ao lado do que está publicado/ });
  await expect(figures.getByRole('rowheader')).toHaveText([
    'Este arquivo, fev/2016',
    'janeiro de 2016',
  ]);

  const other = await page.context().newPage();
  await process(other, '201603');
  await expect(standing(other)).toContainText('Concluído');
  await other.close();
  await page.reload();
  const changed = page.getByText(
    /Depois desta conferência, a versão \d+ dos dados passou a ser a atual/,
  );
  await expect(figures.getByRole('rowheader')).toHaveText([
    'Este arquivo, fev/2016',
    'janeiro de 2016',
    'março de 2016',
  ]);
  await expect(changed).toHaveCount(0);
  await page.getByRole('button', { name: 'Publicar mesmo assim' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar mesmo assim' }).click();
  await expect(standing(page)).toContainText('Concluído');
});

test('an act that the server no longer accepts is reported, and the screen shows the current state', async ({
  page,
  source,
}) => {
  source.put('CAGEDMOV202008.txt', monthText('202008', 9));
  source.hold();
  await process(page, '202008');
  await page.getByRole('button', { name: 'Cancelar envio' }).click();
  const [id] = page.url().split('/').slice(-1);
  await page.request.post(`/api/uploads/${id}/cancel`);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveCount(0);
  await expect(standing(page)).toContainText('Cancelado');
  await page.route('**/retry', async (route) => {
    await page.request.post(`/api/uploads/${id}/retry`);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expectToast(page, 'Erro', 'Só um envio que falhou, foi cancelado ou foi desfeito');
  source.letGo();
  await expect(standing(page)).toContainText('Concluído');
});

test(
  'a file that is none of the registry is refused with a sentence',
  { tag: '@axe' },
  async ({ page, source }) => {
    source.put('CAGEDMOV201905.txt', 'isto;não;é\r\num;arquivo;do CAGED\r\n');
    await process(page, '201905');
    await expect(standing(page)).toContainText('Falhou');
    const panel = page.getByRole('group').filter({ hasText: 'CAGEDMOV201905.txt' });
    await page.reload();
    await expect(panel.getByText('Recusado')).toBeVisible();
    await expect(panel.getByText(/^O arquivo não é do Novo CAGED: a primeira linha/)).toBeVisible();
    await expect(panel.getByRole('list')).toHaveCount(0);
    await panel.getByText('CAGEDMOV201905.txt', { exact: true }).click();
    await expect(panel.getByRole('listitem').filter({ hasText: 'parou aqui' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('link', { name: 'Todos os envios' }).click();
    await page.getByLabel('Situação').selectOption('Falhou');
    await expect(page).toHaveURL(/situacao=FAILED/);
    const rows = page.getByRole('table', { name: 'Todos os envios' }).getByRole('rowheader');
    await expect(rows).toHaveText(['maio de 2019']);
    await expect(page.getByText('CAGEDMOV201905.txt: O arquivo não é do Novo CAGED')).toBeVisible();
    await page.getByLabel('Situação').selectOption('Revertido');
    await expect(page.getByText('Nenhum envio nesta situação')).toBeVisible();
  },
);

test(
  'rejected lines are reported by reason, with examples and as a whole list',
  { tag: '@axe' },
  async ({ page, source }) => {
    source.put(
      'CAGEDMOV201805.txt',
      monthText('201805', 400, (line) => (line === 7 || line === 9 ? { age: 'trinta' } : {})),
    );
    await process(page, '201805');
    await expect(standing(page)).toContainText('Concluído');
    await page.reload();
    await expect(standing(page)).toContainText('Concluído');
    const file = page.getByRole('group').filter({ hasText: 'CAGEDMOV201805.txt' });
    await expect(file.getByText('398 aceitas + 2 rejeitadas = 400 lidas ✓ confere')).toBeVisible();
    await file.getByText('CAGEDMOV201805.txt', { exact: true }).click();
    await page.getByText('2 linhas rejeitadas, por motivo').click();
    const group = page
      .getByRole('table', { name: /Linhas rejeitadas/ })
      .getByRole('row')
      .nth(1);
    await expect(group).toContainText('idade');
    await expect(group).toContainText('Linha 9:');
    await expect(group).toContainText(';trinta;');
    await expectNoFindingsInAnyLook(page);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar todas (CSV)' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(
      csv
        .trim()
        .split('\n')
        .map((line) => line.split(';')[0]),
    ).toEqual(['"linha"', '"9"', '"11"']);
  },
);

test('an upload that does not exist says so', { tag: '@axe' }, async ({ page }) => {
  await page.goto('/admin/uploads/nenhum');
  await expect(page.getByRole('alert')).toContainText('Este envio não existe.');
  await expectNoFindingsInAnyLook(page);
});

test('a long list comes in pages', async ({ page, source }) => {
  source.put('CAGEDMOV202010.txt', monthText('202010', 9));
  source.hold();
  for (let count = 0; count < 21; count += 1) {
    const data = { competencia: '202010' };
    expect((await page.request.post('/api/simple-upload', { data })).status()).toBe(202);
  }
  await page.goto('/admin/upload');
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page).toHaveURL(/pagina=2/);
  await expect(page.getByRole('region', { name: 'Todos os envios' })).toBeFocused();
  // Below the sticky header, which is 48 pixels high.
  const heading = page.getByRole('heading', { name: 'Todos os envios' });
  expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(48);
  await expect(heading).toBeInViewport();
  await expect(page.getByText(/^21 a \d+ de \d+$/)).toBeVisible();
  await expect(page.getByRole('link', { name: /21.envios em andamento/ })).toBeVisible();
});
