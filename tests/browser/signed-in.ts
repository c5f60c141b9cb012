import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
} from '@playwright/test';
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
  // The content security policy blocks silently: what it blocks of a screen shows only here.
  page: async ({ page, session }, use) => {
    const refused: string[] = [];
    // The browser prints no message for a compilation whose error is caught.
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
        // oxlint-disable-next-line no-console -- the list above collects it.
        console.error(`Content Security Policy: ${violatedDirective} blocks ${blockedURI}.`),
      ),
    );
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await use(page);
    await follow(page.context(), session);
    expect(refused).toEqual([]);
  },
});

/** Keeps the session for the next story: a proof of identity in this one replaced its token. */
async function follow(context: BrowserContext, session: Session): Promise<void> {
  const { cookies } = await context.storageState();
  const tokenIn = (state: Session) =>
    state.cookies.find(({ name }) => name === 'caged_session')?.value;
  const token = tokenIn({ cookies, origins: [] });
  if (token === undefined || token === tokenIn(session)) return;
  const answer = await context.request.get('/api/user');
  const isAdministrator = answer.ok() && (await answer.json()).email === administrator.email;
  if (isAdministrator) session.cookies = cookies;
}
