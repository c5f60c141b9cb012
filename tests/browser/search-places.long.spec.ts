import { expect } from '@playwright/test';
import { formatCount } from '../../shared/words/format.ts';
import { money, openSeller, take, titles } from './panel-screen.ts';
import { searchServer, expectCardsOf, panel, queries, subject } from './search-screen.ts';
import { test } from './signed-in.ts';

test.describe('regional', () => {
  test('orders the states and gives the rank of the requested one', async ({ page }) => {
    const { regional } = await openSeller(page, 'regional');
    const region = panel(page, titles.regional);
    await expect(region).toContainText(
      `No Brasil, metade ganha até ${money(regional.country.median)}`,
    );
    const rows = region.getByRole('list', { name: /^Estados/ }).getByRole('button');
    await expect(rows).toHaveCount(7);
    await region
      .getByRole('button', { name: /^Ver a lista inteira/ })
      .first()
      .press('Enter');
    await expect(rows).toHaveCount(regional.states.length);
    await expect(rows.first()).toBeFocused();
    const [first] = regional.states;
    await expect(rows.first()).toHaveText(
      `${first?.rank}º${first?.nome}${money(first?.median)}${formatCount(first?.count ?? 0)} registros`,
    );
    await rows.filter({ hasText: 'Paraná' }).click();
    await expect(page).toHaveURL(/uf=PR/);
    await expectCardsOf(page, await searchServer(page, { ...queries.seller, uf: 'PR' }));
    const rank = regional.states.find(({ codigo }) => codigo === 'PR')?.rank;
    await expect(region).toContainText(
      `Paraná tem a ${rank}ª maior mediana de ${regional.rankedStates} estados com ao menos`,
    );
    await region
      .getByRole('list', { name: 'Municípios: Paraná' })
      .getByRole('button')
      .first()
      .click();
    await expect(page).toHaveURL(/municipios=41/);
    await region.getByRole('button', { name: 'Ver o Brasil inteiro' }).click();
    await expect(page).not.toHaveURL(/uf=/);
    await expectCardsOf(page, await searchServer(page, queries.seller));
  });

  test('arrow keys move through the states of the map, and Enter queries one', async ({ page }) => {
    const { regional } = await openSeller(page, 'regional');
    const map = panel(page, titles.regional).getByRole('group', { name: /^Gráfico/ });
    await expect(map.getByRole('button')).toHaveCount(27);
    const stops = map.locator('button[tabindex="0"]');
    await expect(stops).toHaveCount(1);
    await stops.focus();
    for (const [key, uf] of [
      ['ArrowDown', 'Amazonas'],
      ['ArrowRight', 'Pará'],
      ['ArrowDown', 'Mato Grosso'],
      ['ArrowDown', 'Mato Grosso do Sul'],
      ['End', 'Rio Grande do Sul'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(map.locator('button:focus')).toHaveAccessibleName(new RegExp(`${uf}:`));
    }
    const rs = regional.states.find(({ codigo }) => codigo === 'RS');
    await expect(map.locator('button:focus')).toHaveAccessibleName(
      new RegExp(`mediana ${money(rs?.median).replaceAll(/[$.]/g, '\\$&')}`),
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/uf=RS/);
    // The page shows the beginning of the answer, far above the map.
    await expect(subject(page)).toBeFocused();
    await expect(subject(page)).toBeInViewport();
  });

  test('a tile queries its state, also on a phone; each is a target of 24 pixels', async ({
    page,
  }) => {
    const { regional } = await openSeller(page, 'regional');
    const region = panel(page, titles.regional);
    const map = region.getByRole('group', { name: /^Gráfico/ });
    const mato = regional.states.find(({ codigo }) => codigo === 'MT');
    await map.scrollIntoViewIfNeeded();
    const tile = map.getByRole('button', { name: /Mato Grosso:/ });
    await tile.hover();
    await expect(map.getByText(`mediana ${money(mato?.median)}`)).toBeVisible();
    await tile.click();
    await expect(page).toHaveURL(/uf=MT/);

    await page.setViewportSize({ width: 360, height: 740 });
    const buttons = map.getByRole('button');
    await expect(buttons).toHaveCount(27);
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }
    await map.getByRole('button', { name: /Sergipe:/ }).click();
    await expect(page).toHaveURL(/uf=SE/);
  });

  test('the saved map has every state and the ranking', async ({ page }) => {
    await openSeller(page, 'regional');
    const { content } = await take(page, titles.regional, 'Desenho (SVG)');
    const svg = content.toString('utf8').replaceAll('\u00a0', ' ');
    for (const text of ['Distrito Federal', '>SE<']) {
      expect(svg).toContain(text);
    }
    expect(svg).not.toContain('var(');
  });
});
