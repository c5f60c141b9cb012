import { expect, test as base, type BrowserContextOptions } from '@playwright/test';
import { administrator } from './served-product.ts';

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Stories of users who are signed in already: one session for all of them, without the form. */
export const test = base.extend<object, { session: Session }>({
  session: [
    async ({ playwright }, use, { project }) => {
      const { baseURL = '' } = project.use;
      const request = await playwright.request.newContext({ baseURL });
      const answer = await request.post('/api/login', { data: administrator, timeout: 0 });
      if (!answer.ok()) throw new Error(`The administrator cannot sign in: ${answer.status()}.`);
      await use(await request.storageState());
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  storageState: ({ session }, use) => use(session),
  // The content security policy blocks silently: a blocked resource of a screen shows only here.
  page: async ({ page }, use) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await use(page);
    expect(refused).toEqual([]);
  },
});
