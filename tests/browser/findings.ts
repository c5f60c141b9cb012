import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Nothing that axe knows of hinders anybody. */
export async function expectNoFindings(page: Page): Promise<void> {
  // Half-faded colours would be measured: of what opens, and of a message that goes meanwhile.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([]);
}

const usualLooks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
] as const;
const otherLooks = [
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'light', width: 360 },
] as const;
/** Each colour and each width once; `npm run test:looks` crosses them. */
const looks = process.env['EVERY_LOOK'] === '1' ? [...usualLooks, ...otherLooks] : usualLooks;

/** The screen that stands, in the looks: it is not loaded again, only dressed anew; and it is never too wide. */
export async function expectNoFindingsInAnyLook(page: Page): Promise<void> {
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await test.step(`${colorScheme}, ${width} pixels wide`, async () => {
      await expectNoFindings(page);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(excess).toBeLessThanOrEqual(0);
    });
  }
}
