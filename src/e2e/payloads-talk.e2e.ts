import type { BrowserContext } from 'playwright/test';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { routes } from '#routes.ts';
import { demoPerson } from './demo.ts';
import { expect, test } from './fixtures.ts';
import { become, lumps, oneLine, sent, watchFor, whichTexts } from './payloads.ts';
import { register, Script } from './people.ts';
import { trackFile } from './track-file.ts';

/** The person of the browser, as a script. */
async function scriptOf(context: BrowserContext, origin: string): Promise<Script> {
  const script = new Script(origin);
  for (const { name, value } of await context.cookies(origin)) script.adopt(name, value);
  return script;
}

/** Everybody writes a few times a minute; more than that is somebody else. */
function writers(origin: string) {
  let written = 0;
  let current: Script | undefined;
  return async (): Promise<Script> => {
    if (current === undefined || written++ % 5 === 4) current = (await register(origin)).script;
    return current;
  };
}

test.describe(`hostile texts, ${whichTexts},`, () => {
  test.setTimeout(150_000);

  test('as comments and replies', async ({ page, context, origin, site }) => {
    const { script: author } = await register(origin);
    await become(context, author);
    const watched = await watchFor(page);
    const trackId = await author.upload(trackFile(site, 'Talk'), { TrackName: 'Talk' });
    const writer = writers(origin);
    const texts = lumps(4000);
    let newest = 0;
    let pages = 0;
    for (const [at, text] of texts.entries()) {
      // every other one answers the one before
      const reply: Record<string, string> = at % 2 === 1 ? { replyTo: String(newest) } : {};
      const somebody = await writer();
      const told = await sent(somebody, routes.commentUpdate(trackId, 'comment', 0), {
        Comment: text,
        ...reply,
      });
      const { CommentId } = JSON.parse(told);
      newest = at % 2 === 1 ? newest : CommentId;
      pages = Math.ceil((Math.floor(at / 2) + 1) / 10);
      const kept = await author.send(`/api/tracks/comments?id=${CommentId}&fields=Comment`);
      if (at % 2 === 0)
        expect(JSON.parse(kept.text).Results, kept.text).toEqual([{ Comment: cleanMessage(text) }]);
    }
    for (let number = 1; number <= pages; number++) {
      await page.goto(`${routes.trackShow(trackId)}?p=${number}`);
      const talk = page.getByRole('region', { name: 'Awards and comments' });
      await expect(talk.locator('.prose').first()).toBeVisible();
      await watched.quiet(`talk, page ${number}`);
    }
    for (const path of [
      routes.report(4, newest),
      routes.commentUpdate(trackId, 'comment', 0, { replyTo: newest }),
      routes.home(),
      routes.notices(),
    ]) {
      await page.goto(path);
      await watched.quiet(path);
    }
  });

  test('as awards', async ({ page, context, origin, site }) => {
    const { script: author } = await register(origin);
    await become(context, author);
    const watched = await watchFor(page);
    const givers = await Promise.all(['alice', 'bob'].map((name) => demoPerson(origin, name)));
    const texts = lumps(2000);
    for (let at = 0; at < Math.min(texts.length, 10); at += givers.length) {
      const trackId = await author.upload(trackFile(site, `Awarded ${at}`), { TrackName: `Awarded ${at}` });
      for (const [own, giver] of givers.entries()) {
        const text = texts[at + own];
        if (text === undefined) continue;
        await sent(giver, routes.commentUpdate(trackId, 'award', 0), { Comment: text });
      }
      const kept = await author.send(`/api/tracks/awards?trackid=${trackId}&fields=Comment`);
      const comments = JSON.parse(kept.text).Results.map((row: { Comment: string }) => row.Comment);
      expect(comments.sort()).toEqual(
        texts
          .slice(at, at + givers.length)
          .map(cleanMessage)
          .sort(),
      );
      await page.goto(routes.trackShow(trackId));
      await watched.quiet(`awards of ${trackId}`);
    }
  });

  test('as reports, answers and notices', async ({ page, context, origin, site, signIn }) => {
    const people = (await Promise.all([1, 2, 3].map(() => register(origin)))).map(({ script }) => script);
    const { script: author } = await register(origin);
    const texts = lumps(2000);
    const answers = lumps(950);
    const watched = await watchFor(page);
    await signIn('moderator');
    const moderator = await scriptOf(context, origin);
    const trackIds: number[] = [];
    for (let at = 0; at < Math.ceil(texts.length / people.length); at++)
      trackIds.push(await author.upload(trackFile(site, `Reported ${at}`), { TrackName: `Reported ${at}` }));
    const reported = new Map<number, string>();
    for (const [at, text] of texts.entries()) {
      const somebody = people[at % people.length];
      const subjectId = String(trackIds[Math.floor(at / people.length)]);
      if (!somebody) continue;
      const form = { reportType: '1', subjectId, Reason: 'other', Text: text };
      reported.set(JSON.parse(await sent(somebody, routes.postCreate(), form)).ReportId, cleanMessage(text));
    }
    // others report at the same time: what is not ours stays
    for (let address: string | null = routes.reports('open'); address !== null; ) {
      await page.goto(address);
      for (const [reportId, text] of reported) {
        const said = page.locator(`#report-${reportId} .ev--said`);
        if ((await said.count()) === 0) continue;
        expect(await said.textContent()).toBe(`The reporter says: ${text}`);
      }
      await watched.quiet(address);
      const next = page.getByRole('link', { name: 'Next page' });
      address = (await next.count()) === 0 ? null : await next.getAttribute('href');
    }
    for (const reportId of reported.keys()) {
      const Answer = answers.pop();
      if (Answer === undefined) break;
      await sent(moderator, routes.reportAct(reportId), { Act: 'solve', Answer });
      reported.set(reportId, oneLine(cleanMessage(Answer)));
    }
    for (const path of [routes.reports('solved'), routes.modlog()]) {
      await page.goto(path);
      await watched.quiet(path);
    }
    const [first] = people;
    if (!first) return;
    await context.clearCookies();
    await become(context, first);
    await page.goto(routes.notices());
    const shown = (await page.locator('.notice__text a').allTextContents()).map(oneLine);
    expect(shown).toHaveLength(Math.ceil(texts.length / people.length));
    const told = [...reported.values()];
    // a notice is one line of at most 500 characters
    for (const text of shown) {
      const answer = text.replace(/^.*?was solved: /, '').replace(/…$/, '');
      expect(told.some((one) => one.startsWith(answer.slice(0, 400)))).toBe(true);
    }
    await watched.quiet('notices');
  });

  test('as the reason why a track is featured', async ({ page, context, origin, site, signIn }) => {
    const watched = await watchFor(page);
    await signIn('moderator');
    const moderator = await scriptOf(context, origin);
    const { script: author } = await register(origin);
    const trackId = await author.upload(trackFile(site, 'Picked'), { TrackName: 'Picked' });
    const texts = lumps(200, ' ')
      .map((text) => text.trim())
      .filter((text) => text !== '');
    // an author has one featured track at a time: a reason after the other on it, the hostile ones first
    for (const Comment of texts.slice(0, 20)) {
      await sent(moderator, `/trackfeature/${trackId}`, { Comment });
      await page.goto(`/tracksearch/featured?view=tiles`);
      await watched.quiet(`featured: ${Comment}`);
      const kept = await moderator.send(`${routes.apiTracks()}?id=${trackId}&fields=Feature.Comment`);
      expect(JSON.parse(kept.text).Results).toEqual([{ Feature: { Comment: cleanMessage(Comment) } }]);
    }
    await page.goto(routes.trackShow(trackId));
    await watched.quiet('featured track');
    await page.goto(routes.home());
    await watched.quiet('front page');
    await sent(moderator, `/trackunfeature/${trackId}`, {});
  });
});
