import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';
import { expect } from './fixtures.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** The rules of a check: those of WCAG 2.2 AA, the same without contrast, contrast alone, or all that axe has, its best practices included. */
const rulesOf: Record<'wcag' | 'structure' | 'contrast' | 'all', RunOptions> = {
  wcag: { runOnly: { type: 'tag', values: wcag } },
  contrast: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  structure: { runOnly: { type: 'tag', values: wcag }, rules: { 'color-contrast': { enabled: false } } },
  all: {},
};

/** The compressed script: sending and parsing the other one takes as long again. */
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** For a page that is examined in many places: the script of axe is sent once, and is there after every navigation. */
export async function keepAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: script });
}

interface Checked {
  readonly rules?: keyof typeof rulesOf;
  /** a selector; by default the whole page */
  readonly within?: string;
}

/**
 * The violations that axe finds on a page, with where they are. The script of axe is injected once per document, and only
 * violations are described: describing what passed takes longer than all the checks. Our pages have no frames.
 */
export async function axeViolations(page: Page, { rules = 'wcag', within }: Checked = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script);
  return page.evaluate(
    async ([selector, options]) => {
      const { run }: typeof axe = Reflect.get(window, 'axe');
      const { violations } = await run(selector ?? document, { ...options, resultTypes: ['violations'] });
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
      }));
    },
    [within, rulesOf[rules]] as const,
  );
}

/** Waits until transitions have ended, so that final colours are checked; from the top, where the header covers nothing. */
export async function expectNoAxeViolation(page: Page): Promise<void> {
  await page.evaluate(async () => {
    scrollTo(0, 0);
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
  });
  expect(await axeViolations(page)).toEqual([]);
}
