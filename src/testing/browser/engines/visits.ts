import type { SmokePage } from '../pages/smoke-page.ts';
import type { Browser } from './browser.ts';

const widths = [390, 1280] as const;

/** What a page shows that it should not, as sentences. */
const faultsOfPage = `
  const faults = [...(window.complaints ?? ['the page did not load the script that watches it'])];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.querySelectorAll('body *')].find((element) => element.getBoundingClientRect().right > root.clientWidth + 1);
    faults.push('it scrolls sideways: ' + (wide?.outerHTML.slice(0, 120) ?? ''));
  }
  const clear = 'rgba(0, 0, 0, 0)';
  const ground = getComputedStyle(root).backgroundColor;
  if (ground === clear) faults.push('the page has no background');
  for (const part of document.querySelectorAll('body, main, main a, main button, header a, .menu')) {
    if (!part.checkVisibility?.() || !part.textContent.trim()) continue;
    let at = part;
    while (at && [clear, 'transparent'].includes(getComputedStyle(at).backgroundColor)) at = at.parentElement;
    if (at && getComputedStyle(at).backgroundColor === getComputedStyle(part).color)
      faults.push('the text has the colour of its ground: ' + part.outerHTML.slice(0, 120));
  }
  for (const link of document.querySelectorAll('main p > a:not([class])'))
    if (!getComputedStyle(link).textDecorationLine.includes('underline')) faults.push('a link in a text is not underlined: ' + link.outerHTML);
  const shown = document.querySelector('[data-unloaded]');
  if (shown && getComputedStyle(shown).display !== 'none') faults.push('it says that the server could not be reached');
  return faults;
`;

/** Opens every page narrow and wide. Returns what is wrong. */
export async function visit(
  browser: Browser,
  origin: string,
  paths: readonly (readonly [SmokePage, string])[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [{ name }, path] of paths) {
    for (const width of widths) {
      await browser.resize(width, 900);
      // the page of an error is checked as well: its status is no fault of the browser
      await browser.open(origin + path);
      const faults = (await browser.run(faultsOfPage)) as string[]; // the script returns them
      wrong.push(...faults.map((fault) => `${name} at ${width} px: ${fault}`));
    }
  }
  return wrong;
}
