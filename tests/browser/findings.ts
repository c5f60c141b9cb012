import { expect, test, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  // Experimental in axe: a control's name contains its visible label (WCAG 2.5.3).
  rules: { 'label-content-name-mismatch': { enabled: true } },
  // Only violations are described in full.
  resultTypes: ['violations'],
  // No screen has frames or sound. Otherwise axe would load each stylesheet again.
  iframes: false,
  preload: false,
};

/** Expects that axe finds nothing on the page, or in the part of it that the selector names. */
export async function expectNoFindings(page: Page, part?: string): Promise<void> {
  // axe would measure half-faded colours: of elements that open, and of a message that disappears meanwhile.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  // The program takes longer to load than to run: a document loads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([context, settings]) => (await window.axe.run(context ?? document, settings)).violations,
    [part, options] as const,
  );
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
/** Each colour scheme and each width once; `npm run test:looks` tests all combinations. */
const looks = process.env['EVERY_LOOK'] === '1' ? [...usualLooks, ...otherLooks] : usualLooks;

/** Expects the same in each look, without reloading the page, and that the page is never too wide. */
export async function expectNoFindingsInAnyLook(page: Page, part?: string): Promise<void> {
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await test.step(`${colorScheme}, ${width} pixels wide`, async () => {
      await expectNoFindings(page, part);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(excess).toBeLessThanOrEqual(0);
    });
  }
}
