import { withoutInvisible } from '#lib/game-text/invisible.ts';
import { routes } from '#routes/routes.ts';
import { representativeTexts } from '#testing/hostile/texts.ts';
import { demoPerson, demoUserIds } from './tools/demo.ts';
import { expect, grant, test } from './tools/fixtures.ts';
import { awake, open } from './tools/lists.ts';
import { become, lumps, oneLine, sent, watchFor } from './tools/payloads.ts';
import { newPerson, register } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

/** These texts, joined into as few as fit the limit. */
const together = (most: number, joint = '\n') => lumps(most, joint, representativeTexts);

/** The most dangerous text that fits a name. */
const hostileName = '"><svg onload=alert(1)>';

// one pass over every field; payloads.e2e.ts and payloads-talk.e2e.ts try all texts in the HTML of the server
test.describe('the most dangerous hostile texts have no effect in a browser', () => {
  test.setTimeout(150_000);

  test('as names, texts and roles of a track', async ({ page, context, origin, site }) => {
    const { script, name } = await register(origin);
    const others = await demoUserIds(origin);
    const watched = await watchFor(page);
    await become(context, script);
    const trackIds: number[] = [];
    for (const TrackName of representativeTexts) {
      const file = trackFile(site, `$f00${TrackName}`);
      trackIds.push(await script.upload(file, { TrackName, AuthorComments: together(4000).join('\n') }));
    }
    const [trackId = 0] = trackIds;
    const roles = together(100, ' ').map((role) => withoutInvisible(role));
    const form = roles.flatMap((role, at) => [
      [`Authors[${at}].UserId`, String(others[at])],
      [`Authors[${at}].Role`, role],
    ]);
    await sent(script, routes.trackEdit(trackId), Object.fromEntries(form));
    const { User } = await script.viewer();
    for (const view of ['', '&view=tiles', '&view=stats']) {
      await open(page, `${routes.trackSearch(`author:"${name}"`)}${view}`);
      const links = page.getByRole('main').locator('a[href^="/trackshow/"]');
      const shown = (await links.allTextContents()).map(oneLine);
      for (const text of representativeTexts.filter((one) => !one.startsWith('$')))
        expect(shown).toContain(oneLine(text));
      await watched.quiet(`names in search${view}`);
    }
    await page.goto(routes.trackShow(trackId));
    const shown = await page.locator('.roster__role').allTextContents();
    expect(shown.map(oneLine)).toEqual(roles.map(oneLine));
    for (const path of [
      ...trackIds.slice(0, 3).map((id) => routes.trackShow(id)),
      routes.userShow(User?.UserId ?? 0),
      routes.home(),
      routes.trackEdit(trackId),
      routes.trackDelete(trackId),
      routes.report(1, trackId),
      routes.commentUpdate(trackId, 'comment', 0),
    ]) {
      await page.goto(path);
      await watched.quiet(path);
    }
  });

  test.describe('of files that are not tracks', () => {
    test.use({ expectsRefusals: true });
    test('as names of files', async ({ page, signIn }) => {
      await signIn();
      const watched = await watchFor(page);
      await page.goto(routes.multiTrackUpload());
      await awake(page);
      const names = lumps(150, ' ')
        .filter((_, at) => at % 10 === 0)
        .concat(representativeTexts)
        .map(
          (text) =>
            `${withoutInvisible(text)
              .replace(/[\\/\0]/g, '|')
              .trim()}.Gbx`,
        );
      const input = page.getByLabel('Track files');
      const nothing = { mimeType: 'application/octet-stream', buffer: Buffer.from('GBX no more') };
      await input.setInputFiles(names.map((name) => ({ name, ...nothing })));
      // a file that is not a track has a card with its name and the reason
      await expect(page.getByRole('main').getByText(/Error: /)).toHaveCount(names.length, {
        timeout: 60_000,
      });
      const text = oneLine((await page.getByRole('main').textContent()) ?? '');
      for (const name of names) expect(text).toContain(oneLine(name).slice(0, 40));
      await watched.quiet('names of files');
    });
  });

  test('as comments, awards, reports, answers, notices and reasons', async ({
    page,
    context,
    origin,
    site,
  }) => {
    const { script: author, name: authorName } = await register(origin);
    const { script: reader, name: readerName } = await register(origin);
    const { script: moderator, name } = await register(origin);
    // texts of the crew are published at once
    for (const one of [name, authorName, readerName]) await grant(one, 'moderator', site);
    const giver = await demoPerson(origin, 'tarmac_tom');
    const watched = await watchFor(page);
    const trackId = await author.upload(trackFile(site, 'Talk'), { TrackName: hostileName });
    const Comment = together(2000).join('\n');
    const comment = routes.commentUpdate(trackId, 'comment', 0);
    const { CommentId } = JSON.parse(await sent(reader, comment, { Comment }));
    await sent(author, comment, { Comment, replyTo: String(CommentId) });
    await sent(giver, routes.commentUpdate(trackId, 'award', 0), { Comment });
    const report = { reportType: '1', subjectId: String(trackId), Reason: 'other', Text: Comment };
    const { CaseId } = JSON.parse(await sent(reader, routes.postCreate(), report));

    await become(context, moderator);
    for (const path of [routes.moderation(), routes.moderationCase(site.code, CaseId)]) {
      await page.goto(path);
      await watched.quiet(path);
    }
    const answer = { site: site.code, case: `${CaseId}`, Act: 'solve', Answer: together(950)[0] ?? '' };
    await sent(moderator, routes.moderationCaseHandle(), answer);
    const featured = `${routes.trackSearch()}/featured?view=tiles`;
    for (const reason of together(200, ' ')) {
      await sent(moderator, `/trackfeature/${trackId}`, { Comment: reason });
      await page.goto(featured);
      await watched.quiet(`featured: ${reason}`);
    }
    for (const path of [
      routes.moderation('show=settled'),
      routes.moderationCase(site.code, CaseId),
      routes.modlog(),
      routes.trackShow(trackId),
      routes.home(),
    ]) {
      await page.goto(path);
      await watched.quiet(path);
    }
    await sent(moderator, `/trackunfeature/${trackId}`, {});

    for (const script of [reader, author]) {
      await context.clearCookies();
      await become(context, script);
      for (const path of [
        routes.notices(),
        routes.report(4, CommentId),
        routes.commentUpdate(trackId, 'comment', 0, { replyTo: CommentId }),
        routes.home(),
      ]) {
        await page.goto(path);
        await watched.quiet(path);
      }
    }
    const talk = page.getByRole('region', { name: 'Awards and comments' });
    await page.goto(routes.trackShow(trackId));
    await expect(talk.getByText('onerror=').first()).toBeVisible();
    await watched.quiet('talk');
  });

  test.describe('as search texts', () => {
    test.use({ expectsRefusals: true });
    test('and as the name of a user', async ({ page, origin }) => {
      const watched = await watchFor(page);
      const tail = String(Date.now() % 1e6);
      for (const name of [`(${tail}) 'or'1'='1' --`, `[url=x]${tail}`, `*|${tail}|*`]) {
        const { script } = await register(origin, { ...newPerson(), name });
        const { User } = await script.viewer();
        await page.goto(routes.userShow(User?.UserId ?? 0));
        await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
        await watched.quiet(`user ${name}`);
      }
      const searches = [routes.trackSearch(), routes.userSearch(), routes.videoSearch(), routes.packSearch()];
      // characters with code 0 are removed from a query
      for (const query of [...together(980, ' '), `be\0fore ${tail}`].map(oneLine))
        for (const path of searches) {
          const answer = await page.goto(`${path}?query=${encodeURIComponent(query)}`);
          expect(answer?.status(), query).toBeLessThan(500);
          await expect(page.locator('.q--live')).toBeVisible();
          const box = page.getByRole('main').locator('input[name="query"]').first();
          expect(oneLine(await box.inputValue())).toBe(oneLine(query.replaceAll('\0', '')));
          await watched.quiet(`${path} ${query.slice(0, 80)}`);
        }
    });
  });
});
