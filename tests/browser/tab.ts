import type { Page } from '@playwright/test';

/** The tab goes out of sight, as when another one is chosen, or comes back. */
export const showTab = (page: Page, isInSight: boolean) =>
  page.evaluate((isHidden) => {
    const visibilityState = isHidden ? 'hidden' : 'visible';
    Object.defineProperties(document, {
      hidden: { configurable: true, value: isHidden },
      visibilityState: { configurable: true, value: visibilityState },
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isInSight);
