import { expect, type Page } from '@playwright/test';

/** How long the server lets the page wait before it is asked again. */
export const lineSentence =
  'Há 12 pesquisas grandes na frente da sua. Pergunte de novo em 1 segundo.';

/** What the server answers to a question that waits for its turn. */
export const waits = (place: number) => ({
  status: 503,
  headers: { 'retry-after': '1' },
  json: { code: 'too_many_searches', message: lineSentence, queue: { place, total: 40 } },
});

export const lineNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Sua pesquisa espera a vez' });

/**
 * Tells the first two questions to a path their places, 14 and 13 of 40, and lets the others through: each only once
 * the page says the place that it was told before. Answers a promise for both being said.
 */
export async function tellTwoPlaces(
  page: Page,
  path: string,
): Promise<{ readonly bothSaid: Promise<void> }> {
  const said = Promise.withResolvers<void>();
  const saysPlace = (place: number) =>
    expect(lineNotice(page)).toContainText(`lugar ${place} de 40`);
  let asked = 0;
  await page.route(path, async (route) => {
    asked += 1;
    const turn = asked;
    if (turn === 2) await saysPlace(14);
    if (turn === 3) await saysPlace(13).then(said.resolve, said.reject);
    await (turn < 3 ? route.fulfill(waits(15 - turn)) : route.continue());
  });
  return { bothSaid: said.promise };
}
