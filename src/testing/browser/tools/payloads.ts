import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright/test';
import { z } from 'zod';
import { foreignIn, mainOf } from '#testing/foreign-html.ts';
import { everyHostileText } from '#testing/hostile/texts.ts';
import { elementsOf, type HtmlElement, textOf } from '#testing/html.ts';
import { shareOf } from '#testing/shares.ts';
import { expect } from './fixtures.ts';
import type { Script } from './people.ts';

/** Public collections of such texts: they join our own where they are stored next to the project. */
const folder = '../shared/payloads';
const hasCollections = existsSync(folder);
/** For the names of tests: says which texts they use. */
export const whichTexts = hasCollections ? 'with public collections' : 'our own';

function collected(): string[] {
  const read = (file: string): unknown => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
  const talk = readdirSync(`${folder}/s9e-forum`).filter((file) => file.endsWith('.txt'));
  return [
    ...z
      .array(z.object({ payload: z.string() }))
      .parse(read('dompurify-expect.json'))
      .map(({ payload }) => payload),
    ...z.array(z.string()).parse(read('blns.json')),
    ...talk.map((file) => readFileSync(`${folder}/s9e-forum/${file}`, 'utf8')),
  ];
}

/** The texts that this run tries; lone surrogates, which no form can send, are replaced. */
export const payloads: readonly string[] = shareOf(
  [...everyHostileText, ...(hasCollections ? collected() : [])],
  2,
)
  .map((text) => text.toWellFormed())
  .filter((text) => text.trim() !== '');

/** These texts, split if they exceed the limit of a field, and joined into as few as fit. */
export function lumps(most: number, joint = '\n', texts = payloads): string[] {
  const made: string[] = [];
  for (const text of texts) {
    const characters = Array.from(text);
    for (let at = 0; at < characters.length; at += most) {
      const piece = characters.slice(at, at + most).join('');
      const last = made.at(-1);
      const joined = last === undefined ? piece : last + joint + piece;
      if (last !== undefined && Array.from(joined).length <= most) made[made.length - 1] = joined;
      else made.push(piece);
    }
  }
  return made;
}

/** The beginnings of the texts, one or more in each, for short one-line fields. */
export const shortLumps = (most: number): string[] =>
  lumps(
    most,
    ' ',
    payloads.map((text) => Array.from(text.replace(/\s+/g, ' ')).slice(0, most).join('')),
  );

/** What a hostile text tries to inject into a page. */
const foreign = [
  'iframe, object, embed, base, meta[http-equiv]',
  'script:not([src]):not([type])',
  '[onerror], [onload], [onclick], [onmouseover], [onfocus], [style]',
]
  .join(', ')
  .split(', ')
  .map((part) => `main ${part}`)
  .join(', ');

/**
 * Watches a page from now on. `quiet()` asserts that nothing ran: no dialog, no violation of the content security policy, no
 * element or address that could run something. Requests to other hosts and errors fail the test by themselves.
 */
export async function watchFor(page: Page) {
  const problems: string[] = [];
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('reportViolation', (what: string) => void problems.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const violation = `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`;
      void Reflect.get(window, 'reportViolation')(violation);
    });
  });
  return {
    async quiet(where: string): Promise<void> {
      const found = await page.evaluate((selector) => {
        const elements = [...document.querySelectorAll(selector)]
          // the scripts that hydrate islands are next to them
          .filter((element) => element.tagName !== 'SCRIPT' || !/astro/i.test(element.textContent ?? ''))
          .map((element) => element.outerHTML.slice(0, 160));
        const links = [...document.querySelectorAll('main a, main form, main button[formaction]')]
          .flatMap((element) => ['href', 'action', 'formaction'].map((name) => element.getAttribute(name)))
          .filter((href) => href !== null && !/^(https?:|\/|#|\?|tmtp:|mailto:|$)/i.test(href));
        return [...elements, ...links];
      }, foreign);
      expect([...problems, ...found], where).toEqual([]);
    },
  };
}

/**
 * The main part of a page, read without a browser: nothing in the page could run, load or lead away, and the content policy
 * would block none of it. A browser would parse it into the same elements.
 */
export async function readQuietly(script: Script, path: string, maxStatus = 200): Promise<HtmlElement> {
  const answer = await script.arrive(path);
  expect(answer.status, path).toBeLessThanOrEqual(maxStatus);
  expect(foreignIn(answer, script.origin), path).toEqual([]);
  const main = mainOf(answer.text);
  if (!main) throw new Error(`${path} has no main part.`);
  return main;
}

/** The texts of the selected elements below one, as users read them. */
export const textsIn = (parent: HtmlElement, isSelected: (element: HtmlElement) => boolean): string[] =>
  elementsOf(parent)
    .filter(isSelected)
    .map((element) => oneLine(textOf(element)));

/** As users read it: browsers collapse white space. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Gives the browser the session of this user. */
export const become = (context: BrowserContext, script: Script) =>
  context.addCookies(
    script.cookies.map((cookie) => ({ ...cookie, url: script.origin, httpOnly: true, sameSite: 'Lax' })),
  );

/** Sends a write that must succeed; returns the response. */
export async function sent(script: Script, path: string, form: Record<string, string>): Promise<string> {
  const answer = await script.post(path, form);
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer.text;
}
