import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { routes } from '#routes.ts';
import { hostileTexts } from '#testing/hostile/texts.ts';
import { expect, test } from './fixtures.ts';
import { newPerson, register, Script } from './people.ts';
import { trackFile } from './track-file.ts';

test.describe('hostile text', () => {
  test('in addresses never breaks the server', async ({ origin }) => {
    test.setTimeout(120_000);
    const script = new Script(origin);
    for (const text of naughty) {
      const encoded = encodeURIComponent(text.toWellFormed());
      for (const path of [
        `${routes.apiTracks()}?count=${encoded}&fields=${encoded}&after=${encoded}`,
        `${routes.apiTracks()}?id=${encoded}&order1=${encoded}`,
        `/trackshow/${encoded}`,
        `/trackgbx/${encoded}?packid=${encoded}`,
        `${routes.login()}?returnTo=${encoded}`,
      ]) {
        const answer = await script.send(path);
        expect(answer.status, path).toBeLessThan(500);
      }
    }
  });

  test('as a name is refused with a sentence, or kept as it is', async ({ origin }) => {
    test.setTimeout(120_000);
    for (const text of naughty) {
      const script = new Script(origin);
      const person = newPerson();
      const answer = await script.post(routes.register(), {
        Name: text.toWellFormed(),
        Email: person.email,
        Password: person.password,
      });
      expect(answer.status, text).toBeLessThan(500);
      if (answer.status >= 400) {
        expect(JSON.parse(answer.text).detail, text).toMatch(/\w.*\.$/s);
      } else {
        expect((await script.viewer()).User?.Name).toBe(
          text.normalize('NFC').trim().replaceAll(/\s+/gu, ' '),
        );
      }
    }
  });

  test('in a track is shown, and nothing of it runs', async ({ page, origin, site, signIn }) => {
    test.setTimeout(120_000);
    await signIn();
    const script = new Script(origin);
    for (const { name, value } of await page.context().cookies(origin)) script.adopt(name, value);
    page.on('dialog', (dialog) => {
      throw new Error(`a dialog was opened: ${dialog.message()}`);
    });
    const comments = inLumps(scripts, 4000);
    for (const [at, comment] of comments.entries()) {
      const name = `"><img src=x onerror=alert(${at})>`;
      const trackId = await script.upload(trackFile(site, `$f00${name}`), {
        TrackName: name,
        AuthorComments: comment,
      });
      await page.goto(routes.trackShow(trackId));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('onerror=alert');
      const main = page.getByRole('main');
      await expect(main.locator('iframe, object, embed, [onerror], [onload], [onclick]')).toHaveCount(0);
      // what wakes islands up stands beside them; files of the build are ours
      const code = await main.locator('script:not([src])').allTextContents();
      expect(code.filter((text) => !/astro/i.test(text))).toEqual([]);
      const files = await main
        .locator('script[src]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('src')));
      expect(files.filter((src) => !src?.startsWith('/_astro/'))).toEqual([]);
      for (const href of await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))) {
        expect(href).toMatch(/^(https?:|\/|#|tmtp:|tmup:)/);
      }
    }
  });
  test('in comments is shown and read back, and nothing of it runs', async ({
    page,
    origin,
    site,
    signIn,
  }) => {
    test.setTimeout(120_000);
    await signIn();
    const { script: author } = await register(origin);
    const trackId = await author.upload(trackFile(site, 'Talk'), { TrackName: 'Talk' });
    page.on('dialog', (dialog) => {
      throw new Error(`a dialog was opened: ${dialog.message()}`);
    });
    let writer = author;
    const lumps = inLumps(scripts, 4000);
    for (const [at, lump] of lumps.entries()) {
      if (at % 5 === 4) writer = (await register(origin)).script; // one person writes a few times a minute
      const posted = await writer.post(routes.commentUpdate(trackId, 'comment', 0), { Comment: lump });
      expect(posted.status, posted.text).toBe(200);
      const { CommentId } = JSON.parse(posted.text);
      const kept = await writer.send(`/api/tracks/comments?id=${CommentId}&fields=Comment`);
      expect(JSON.parse(kept.text).Results).toEqual([{ Comment: cleanMessage(lump) }]);
    }
    for (let number = 1; number <= Math.ceil(lumps.length / 10); number++) {
      await page.goto(`${routes.trackShow(trackId)}?p=${number}`);
      const talk = page.getByRole('region', { name: 'Awards and comments' });
      await expect(talk.getByText('onerror=').first()).toBeVisible();
      await expect(
        talk.locator('.prose :is(script, iframe, object, embed, form, style, [onerror], [onload], [style])'),
      ).toHaveCount(0);
      const links = talk.locator('.prose a');
      for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
        expect(href).toMatch(/^(https?:|\/|#)/);
    }
  });
});

/** Public collections of such texts are added where they are stored next to the project. */
function payloads<T>(file: string, read: (json: unknown) => T[]): T[] {
  const path = `../shared/payloads/${file}`;
  return existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : [];
}
const naughty = [
  '',
  ' ',
  'a'.repeat(5000),
  ...hostileTexts.programs,
  ...hostileTexts.letters,
  ...payloads('blns.json', (json) => z.array(z.string()).parse(json)),
];
const scripts = [
  ...hostileTexts.markup,
  ...hostileTexts.breakouts,
  ...hostileTexts.addresses,
  ...hostileTexts.bbCode,
  ...payloads('dompurify-expect.json', (json) =>
    z
      .array(z.object({ payload: z.string() }))
      .parse(json)
      .map(({ payload }) => payload),
  ),
];

/** Texts joined by lines into as few as fit. */
function inLumps(texts: readonly string[], most: number): string[] {
  const lumps = [''];
  for (const text of texts.filter((one) => one.length < most)) {
    const last = lumps.at(-1) ?? '';
    if (last.length + text.length + 1 > most) lumps.push(text);
    else lumps[lumps.length - 1] = last ? `${last}\n${text}` : text;
  }
  return lumps;
}
