import { expect, type Page } from '@playwright/test';
import { handsOn } from './hands-on.ts';
import {
  addressToSend,
  searchServer,
  expectCardsOf,
  linkOf,
  mainField,
  phrases,
  queries,
} from './search-screen.ts';
import { test } from './signed-in.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

for (const [where, look, toReachTheField] of [
  ['on a wide screen', { viewport: { width: 1440, height: 900 } }, 0],
  // On a phone the field waits for a touch, because the keyboard would cover the screen.
  ['on a phone', { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }, 1],
] as const) {
  test.describe(where, () => {
    test.use(look);

    test('one occupation in one city with two filters, from nothing, in seven acts and two texts', async ({
      page,
    }) => {
      await page.goto('/dashboard');
      await expect(mainField(page)).toBeVisible();
      const hands = handsOn(page);
      if (toReachTheField > 0) await hands.click(mainField(page));
      await expect(mainField(page)).toBeFocused();
      await hands.type('vendedor de comercio varej');
      await hands.choose(/^521110/);
      await hands.click(phrases(page).filter({ hasText: 'todo o Brasil' }));
      await hands.type('belo horizonte');
      await hands.choose(/^Belo Horizonte/);
      await hands.click(phrases(page).filter({ hasText: 'homens e mulheres' }));
      await hands.click(button(page, 'Feminino'));
      await hands.click(phrases(page).filter({ hasText: 'qualquer escolaridade' }));
      await hands.click(button(page, 'Médio Completo'));
      const belo = {
        cbo: '521110',
        regiao: '3',
        uf: 'MG',
        municipios: ['310620'],
        genero: 'F',
        escolaridade: '5',
      } as const;
      await expectCardsOf(page, await searchServer(page, belo));
      await expect(page).toHaveURL(/municipios=310620&genero=F&escolaridade=5/);
      // The open panel is closed, and the focus is back where it was opened.
      await expect(phrases(page).filter({ hasText: 'ensino médio completo' })).toBeFocused();
      expect(hands.done).toEqual({ acts: 7 + toReachTheField, texts: 2 });
    });

    test('the same query from one sentence, in one text and one act', async ({ page }) => {
      await page.goto('/dashboard');
      const hands = handsOn(page);
      if (toReachTheField > 0) await hands.click(mainField(page));
      await expect(mainField(page)).toBeFocused();
      await hands.type('vendedora em Belo Horizonte, mulher, ensino médio');
      await expect(page.getByRole('list', { name: 'Filtros no texto' })).toHaveText(
        'Belo Horizonte (MG)mulheresensino médio completo',
      );
      await hands.choose(/^521110.*Belo Horizonte \(MG\), mulheres, ensino médio completo/);
      await expect(page).toHaveURL(/cbo=521110.*uf=MG&municipios=310620&genero=F&escolaridade=5/);
      await expect(phrases(page).filter({ hasText: 'Belo Horizonte' })).toBeVisible();
      expect(hands.done).toEqual({ acts: 1 + toReachTheField, texts: 1 });
    });

    test('an answer beside two others, on paper, as a link, and with a salary of one’s own', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(linkOf({ ...queries.seller, uf: 'SP' }));
      await expect(button(page, 'Compartilhar')).toBeEnabled();

      const salary = handsOn(page);
      await salary.click(page.getByLabel('Seu salário'));
      await salary.type('2350');
      await expect(page.getByText(/^Maior que \d+ de cada 100/)).toBeVisible();
      expect(salary.done).toEqual({ acts: 1, texts: 1 });

      const link = handsOn(page);
      await link.click(button(page, 'Compartilhar'));
      await link.click(button(page, 'Copiar link'));
      await expect(page.getByText('Endereço copiado.', { exact: true })).toBeAttached();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await addressToSend(page));
      expect(new URL(copied).searchParams.get('salario')).toBe('2350');
      expect(link.done).toEqual({ acts: 2, texts: 0 });
      await page.keyboard.press('Escape');

      const paper = handsOn(page);
      await paper.click(button(page, 'Compartilhar'));
      const coming = page.waitForEvent('download');
      await paper.click(button(page, /^PDF/));
      expect((await coming).suggestedFilename()).toMatch(/\.pdf$/);
      expect(paper.done).toEqual({ acts: 2, texts: 0 });
      await button(page, 'Fechar').last().click();

      const beside = handsOn(page);
      await beside.click(button(page, 'Comparar'));
      await beside.click(button(page, /: comparar com /).first());
      await beside.click(button(page, /: comparar com /).first());
      await expect(page.getByRole('columnheader')).toHaveCount(4);
      expect(beside.done).toEqual({ acts: 3, texts: 0 });
    });
  });
}
