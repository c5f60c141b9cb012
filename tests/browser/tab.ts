import type { Page } from '@playwright/test';

/** Hides the tab, as when another tab is selected, or shows it again. */
export const showTab = (page: Page, isInSight: boolean) =>
  page.evaluate((isHidden) => {
    const visibilityState = isHidden ? 'hidden' : 'visible';
    Object.defineProperties(document, {
      hidden: { configurable: true, value: isHidden },
      visibilityState: { configurable: true, value: visibilityState },
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isInSight);
