/** The half of the stories that this run has, 1 or 2; undefined runs all of them. */
export const half = readHalf(process.env['STORIES_HALF']);

/** The server under the browser stories: a complete server with demonstration data, on loopback. */
export const port = Number(process.env['BROWSER_TEST_PORT'] ?? 3977) + (half ?? 1) - 1;
export const administrator = { email: 'admin@exemplo.com.br', password: 'Estrela-Polar-27' };

function readHalf(text: string | undefined): 1 | 2 | undefined {
  if (text === '1' || text === '2') return text === '1' ? 1 : 2;
  if (text === undefined) return undefined;
  throw new Error(`STORIES_HALF is 1 or 2, not ${text}.`);
}
