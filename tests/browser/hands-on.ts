import { expect, type Locator, type Page } from '@playwright/test';

/** Does the actions of a user and counts them: clicks and keys that select, and typed texts. */
export function handsOn(page: Page) {
  const done = { acts: 0, texts: 0 };
  return {
    done,
    click: async (target: Locator) => {
      done.acts += 1;
      await target.click();
    },
    /** Enter takes the highlighted suggestion. */
    choose: async (suggestion: RegExp) => {
      const marked = page.getByRole('option', { selected: true });
      await expect(marked).toHaveText(suggestion);
      done.acts += 1;
      await page.keyboard.press('Enter');
    },
    type: async (text: string) => {
      done.texts += 1;
      await page.keyboard.type(text);
    },
  };
}
