import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright/test';
import { z } from 'zod';
import { expect } from './fixtures.ts';
import type { Script } from './people.ts';

/** Public collections of such texts, where they lie beside the project. */
const folder = '../shared/payloads';
export const hasCollections = existsSync(folder);

/** Our own, so that the tests mean something without them. */
const own = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</textarea><script>alert(1)</script>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '[url=javascript:alert(1)]x[/url]',
  '[url="onmouseover=alert(1)]x[/url]',
  '[img]https://elsewhere.example/x.png[/img]',
  '[b][i][/b]<object data=javascript:alert(1)>',
  '$fff$l[javascript:alert(1)]x$l',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202Egpj.exe',
  'Z\u0351\u036B\u0343algo',
  '👩‍👩‍👧‍👦 ﷺ',
  '%0d%0aSet-Cookie: a=b',
  '__proto__',
];

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

/** Every text there is; halves of letters, which no form can send, made whole. */
export const payloads: readonly string[] = [...own, ...(hasCollections ? collected() : [])]
  .map((text) => text.toWellFormed())
  .filter((text) => text.trim() !== '');

/** The same texts, cut where they are longer than a field takes, and joined into as few as fit. */
export function lumps(most: number, joint = '\n', texts = payloads): string[] {
  const made: string[] = [];
  for (const text of texts) {
    const signs = Array.from(text);
    for (let at = 0; at < signs.length; at += most) {
      const piece = signs.slice(at, at + most).join('');
      const last = made.at(-1);
      const joined = last === undefined ? piece : last + joint + piece;
      if (last !== undefined && Array.from(joined).length <= most) made[made.length - 1] = joined;
      else made.push(piece);
    }
  }
  return made;
}

/** The beginnings of the texts, one or more of them in each, for fields of one short line. */
export const shortLumps = (most: number): string[] =>
  lumps(
    most,
    ' ',
    payloads.map((text) => Array.from(text.replace(/\s+/g, ' ')).slice(0, most).join('')),
  );

/** What a hostile text wants to bring into a page. */
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
 * Watches a page from now on. `quiet()` says that nothing ran: no dialog, no refusal of the content security policy, no
 * element or address that could run something. Requests to other hosts and errors fail the test by themselves.
 */
export async function watchFor(page: Page) {
  const heard: string[] = [];
  page.on('dialog', (dialog) => {
    heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('tellViolation', (what: string) => void heard.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const told = `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`;
      void Reflect.get(window, 'tellViolation')(told);
    });
  });
  return {
    async quiet(where: string): Promise<void> {
      const found = await page.evaluate((selector) => {
        const elements = [...document.querySelectorAll(selector)]
          // what wakes islands up stands beside them
          .filter((element) => element.tagName !== 'SCRIPT' || !/astro/i.test(element.textContent ?? ''))
          .map((element) => element.outerHTML.slice(0, 160));
        const links = [...document.querySelectorAll('main a, main form, main button[formaction]')]
          .flatMap((element) => ['href', 'action', 'formaction'].map((name) => element.getAttribute(name)))
          .filter((href) => href !== null && !/^(https?:|\/|#|\?|tmtp:|mailto:|$)/i.test(href));
        return [...elements, ...links];
      }, foreign);
      expect([...heard, ...found], where).toEqual([]);
    },
  };
}

/** As a person reads it: browsers join the white space of a line. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The browser becomes this person. */
export const become = (context: BrowserContext, script: Script) =>
  context.addCookies(
    script.cookies.map((cookie) => ({ ...cookie, url: script.origin, httpOnly: true, sameSite: 'Lax' })),
  );

/** A write that nothing is wrong with; answers with what came back. */
export async function sent(script: Script, path: string, form: Record<string, string>): Promise<string> {
  const answer = await script.post(path, form);
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer.text;
}
