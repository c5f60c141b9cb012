import { expect, type Page } from '@playwright/test';
import { expectNoFindings, expectNoFindingsInAnyLook } from './findings.ts';
import { keepFilters, linkOf, mainField, panel, queries, section } from './search-screen.ts';
import { test } from './signed-in.ts';

const screens: Record<string, (page: Page) => Promise<void>> = {
  'nothing requested': async (page) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Nenhuma pesquisa realizada' })).toBeVisible();
  },
  'filters in the text': async (page) => {
    await page.goto('/dashboard');
    await mainField(page).pressSequentially('vendedor em Campinas, mulher, xyz');
    await expect(page.getByRole('list', { name: 'Filtros no texto' })).toBeVisible();
    await expect(page.getByRole('option', { selected: true })).toHaveText(/^521110/);
  },
  'an answer': async (page) => {
    await page.goto(linkOf({ searchQuery: 'médico', uf: 'MG', salario: '3000' }));
    await expect(panel(page, 'Distribuição dos salários')).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  },
  'tables wider than their place': async (page) => {
    await page.goto(linkOf({ ...queries.seller, uf: 'SE', aba: 'lugares' }));
    const region = panel(page, 'Competitividade regional');
    await region.getByRole('button', { name: 'Tabela' }).click();
    await expect(region.getByRole('table').first()).toBeVisible();
  },
  'a small sample with wider queries': async (page) => {
    await page.goto(linkOf(queries.physician));
    await expect(panel(page, 'Pesquisa mais ampla')).toBeVisible();
    await section(page, 'Cargos parecidos').click();
    await expect(panel(page, 'Ocupações semelhantes')).toBeVisible();
  },
  'how it was calculated': async (page) => {
    await page.goto(linkOf({ ...queries.seller, ver: 'calculo' }));
    await expect(page.getByRole('dialog')).toContainText('Restam');
  },
  'the records': async (page) => {
    await page.goto(linkOf({ ...queries.seller, ver: 'registros' }));
    await expect(page.getByRole('dialog').getByText(/^1 a 50 de /)).toBeVisible();
  },
  'all statistics': async (page) => {
    await page.goto(linkOf({ ...queries.seller, ver: 'estatistica' }));
    await expect(panel(page, 'Quartis')).toBeVisible();
  },
  'a part of the query, opened': async (page) => {
    await page.goto(linkOf(queries.seller));
    await page.getByRole('button', { name: 'homens e mulheres' }).click();
    await expect(page.getByRole('dialog', { name: 'Mudar: Gênero' })).toBeVisible();
  },
  'a very small sample': async (page) => {
    await page.goto(linkOf(queries.director));
    await expect(page.getByRole('button', { name: 'qualidade insuficiente' })).toBeVisible();
  },
  'an error': async (page) => {
    await page.route('**/api/search', (route) =>
      route.fulfill({ status: 503, json: { code: 'x', message: 'Tente de novo.' } }),
    );
    await page.goto(linkOf(queries.seller));
    await expect(page.getByRole('alert')).toBeVisible();
  },
};

for (const [name, open] of Object.entries(screens)) {
  test(`axe finds nothing on the search: ${name}`, async ({ page }) => {
    await open(page);
    await expectNoFindingsInAnyLook(page);
  });
}

// The rest of the page is the same in every section and view: the screens above are tested whole.
const sectionParts = '[role=tablist], [role=tabpanel]';
const foldedPanels = {
  Distribuição: 1,
  // The state's regions of IBGE.
  Lugares: 1,
  // Provisional months and two panels on request.
  Evolução: 3,
  Quem: 0,
  'Empresas e setores': 0,
  'Cargos parecidos': 0,
  Resumo: 0,
};
for (const [name, count] of Object.entries(foldedPanels)) {
  test(`axe finds nothing in each view of a section, drawn and as a table: ${name}`, async ({
    page,
  }) => {
    await page.goto(linkOf({ ...queries.seller, uf: 'SP', secao: 'G' }));
    await section(page, name).click();
    const shown = page.getByRole('tabpanel');
    await expect(shown.getByRole('heading').first()).toBeVisible();
    await expect(shown.locator('details')).toHaveCount(count);
    for (const folded of await shown.locator('details').all()) {
      await folded.locator('summary').click();
      await expect(folded.locator('p, li').first()).toBeVisible();
    }
    const views = shown.getByRole('group', { name: 'Ver por' }).getByRole('button');
    for (let view = 0; view < Math.max(1, await views.count()); view++) {
      if ((await views.count()) > 0) await views.nth(view).click();
      await expectNoFindingsInAnyLook(page, sectionParts);
      const tables = shown.getByRole('button', { name: 'Tabela' });
      if ((await tables.count()) === 0) continue;
      for (const table of await tables.all()) await table.click();
      await expect(shown.getByRole('table').first()).toBeVisible();
      await expectNoFindingsInAnyLook(page, sectionParts);
    }
  });
}

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('axe finds nothing on the login with a message', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('Campos obrigatórios').first()).toBeVisible();
    await expectNoFindingsInAnyLook(page);
  });
});

test('axe finds nothing on what opens: suggestions, municipalities, table, shortcuts', async ({
  page,
}) => {
  await keepFilters(page);
  await page.goto(linkOf({ ...queries.seller, uf: 'AC' }));
  const distribution = panel(page, 'Distribuição dos salários');
  await distribution.getByRole('button', { name: 'Tabela' }).click();
  await page.getByRole('button', { name: /^qualidade / }).click();
  await expect(page.getByRole('dialog', { name: /^qualidade/ })).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await distribution.getByRole('button', { name: /^Baixar/ }).click();
  await expect(page.getByRole('button', { name: 'Dados (CSV)' })).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await mainField(page).fill('vendedor');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Municípios/ }).click();
  await expect(page.getByRole('checkbox', { name: 'Rio Branco', exact: true })).toBeAttached();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible();
  await expectNoFindings(page);
});

test('shortcuts of one key leave an open dialog alone, and can be turned off', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(mainField(page)).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await page.getByRole('button', { name: 'Atalhos do teclado' }).focus();
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('/');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: 'Usar atalhos de uma tecla' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(page.getByRole('button', { name: 'Atalhos do teclado' })).toBeFocused();
  await page.getByRole('button', { name: 'Atalhos do teclado' }).click();
  await dialog.getByRole('checkbox', { name: 'Usar atalhos de uma tecla' }).check();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // On a busy machine the dialog may still be closing: keys are still its own.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(mainField(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
});

test('the keyboard reaches everything in the order of reading', async ({ page }) => {
  await keepFilters(page);
  await page.goto(linkOf(queries.seller));
  await expect(panel(page, 'Distribuição dos salários')).toBeVisible();
  const stops: string[] = [];
  for (let stop = 0; stop < 260 && stops.at(-1) !== 'Registros'; stop++) {
    await page.keyboard.press('Tab');
    stops.push(await nameOfFocus(page));
  }
  const expected = [
    'Pular para o conteúdo',
    'Pesquisar',
    'Sair',
    'Cargo ou Código CBO',
    'Região',
    'Salário a partir de',
    'Gênero',
    'Período: de',
    'Série',
    'Buscar Dados',
    'Limpar Filtros',
    'Vendedor de comércio varejista',
    'homens e mulheres,',
    'Salvar pesquisa',
    'Compartilhar',
    'como foi calculado',
    'Seu salário',
    'Distribuição',
    'Gráfico',
    'Percentil do salário',
    'Ver um percentil',
    'Estatística completa',
    'Registros',
  ];
  // Every chart has a "Gráfico" button; the first of each name determines the order.
  expect([...new Set(stops)].filter((stop) => expected.includes(stop))).toEqual(expected);
});

test('on a phone, no focus ends under the buttons at the foot of the window', async ({ page }) => {
  for (const query of [queries.seller, queries.physician]) {
    // oxlint-disable-next-line no-await-in-loop -- each becomes a recent search
    await page.request.post('/api/search', { data: { filters: query, pageSize: 25 } });
  }
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Médico clínico/ }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Ver o histórico' }).focus();
  await page.keyboard.press('Tab');
  const foot = page.getByRole('button', { name: 'Buscar Dados' });
  const [link, button] = [await page.locator(':focus').boundingBox(), await foot.boundingBox()];
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
});

function nameOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const labels = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement;
    const label = labels ? focused.labels?.[0]?.textContent : undefined;
    return (focused?.getAttribute('aria-label') ?? label ?? focused?.textContent ?? '').trim();
  });
}
