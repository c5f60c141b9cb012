import { expect, type Page } from '@playwright/test';

/** The sentence with the time that the page must wait before its next request. */
export const lineSentence = 'Há 12 pesquisas grandes na sua frente. Tente de novo em 1 segundo.';

/** The server's response to a query that waits in the queue. */
export const waits = (place: number) => ({
  status: 503,
  headers: { 'retry-after': '1' },
  json: { code: 'too_many_searches', message: lineSentence, queue: { place, total: 40 } },
});

export const lineNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'Na fila:' });

/**
 * Returns queue positions 14 and 13 of 40 for the first two requests to a path, and lets later ones pass. Each response
 * waits until the page shows the previous position. Returns a promise that resolves when the page has shown both.
 */
export async function tellTwoPlaces(
  page: Page,
  path: string,
): Promise<{ readonly bothSaid: Promise<void> }> {
  const said = Promise.withResolvers<void>();
  const saysPlace = (place: number) =>
    expect(lineNotice(page)).toContainText(`Na fila: ${place} de 40`);
  let requested = 0;
  await page.route(path, async (route) => {
    requested += 1;
    const turn = requested;
    if (turn === 2) await saysPlace(14);
    if (turn === 3) await saysPlace(13).then(said.resolve, said.reject);
    await (turn < 3 ? route.fulfill(waits(15 - turn)) : route.continue());
  });
  return { bothSaid: said.promise };
}
