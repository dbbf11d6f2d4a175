import type { Page } from 'playwright/test';

/** The elements that are wider than the page, or have words that are; the innermost last. */
export const sidewaysScroll = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    const isWide = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return Math.max(right, left + element.scrollWidth) > room + 1;
    };
    const isCut = (element: Element): boolean =>
      element.parentElement !== null &&
      (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement));
    const wide = [...document.querySelectorAll('body, body :not(svg *)')].filter(
      (element) => isWide(element) && !isCut(element),
    );
    return wide.slice(-5).map((element) => element.outerHTML.slice(0, 160));
  });
