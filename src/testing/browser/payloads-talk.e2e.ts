import { cleanMessage } from '#lib/bbcode/typed.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { attributeOf, elementsOf, hasClass, textOf } from '#testing/html.ts';
import { demoPerson } from './tools/demo.ts';
import { expect, grant, test } from './tools/fixtures.ts';
import { lumps, oneLine, readQuietly, sent, textsIn, whichTexts } from './tools/payloads.ts';
import { register, type Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

/** Each user may write a few times a minute, so several take turns. Texts of the crew are published at once. */
function writers(origin: string, site: Site) {
  let written = 0;
  let current: Script | undefined;
  return async (): Promise<Script> => {
    if (current === undefined || written++ % 5 === 4) {
      const person = await register(origin);
      await grant(person.name, 'moderator', site);
      current = person.script;
    }
    return current;
  };
}

test.describe(`hostile texts, ${whichTexts},`, () => {
  test.setTimeout(150_000);

  test('as comments and replies', async ({ origin, site }) => {
    const { script: author } = await register(origin);
    const trackId = await author.upload(trackFile(site, 'Talk'), { TrackName: 'Talk' });
    const [writer, replier] = [writers(origin, site), writers(origin, site)];
    const texts = lumps(4000);
    let newest = 0;
    const path = routes.commentUpdate(trackId, 'comment', 0);
    for (const [at, text] of texts.entries()) {
      const told = await sent(await writer(), path, { Comment: text });
      newest = JSON.parse(told).CommentId;
      const kept = await author.send(`/api/tracks/comments?id=${newest}&fields=Comment`);
      expect(JSON.parse(kept.text).Results, kept.text).toEqual([{ Comment: cleanMessage(text) }]);
      await sent(await replier(), path, { Comment: texts.at(at - 1) ?? '', replyTo: String(newest) });
    }
    const pages = Math.ceil(texts.length / 10);
    for (let number = 1; number <= pages; number++) {
      const main = await readQuietly(author, `${routes.trackShow(trackId)}?p=${number}`);
      const talk = elementsOf(main).find((element) => attributeOf(element, 'id') === 'discussion');
      expect(textsIn(talk ?? fail(), hasClass('prose')).length).toBeGreaterThan(0);
    }
    for (const path of [
      routes.report(4, newest),
      routes.commentUpdate(trackId, 'comment', 0, { replyTo: newest }),
      routes.home(),
      routes.notices(),
    ])
      await readQuietly(author, path);
  });

  test('as texts that wait for a moderator', async ({ origin, site }) => {
    const { script: writer } = await register(origin);
    const { script: moderator, name } = await register(origin);
    await grant(name, 'moderator', site);
    const trackId = await writer.upload(trackFile(site, 'Waiting'), { TrackName: 'Waiting' });
    const path = routes.commentUpdate(trackId, 'comment', 0);
    const heldIds: number[] = [];
    for (const text of lumps(3900).slice(0, 5)) {
      const { HeldTextId } = JSON.parse(
        await sent(writer, path, { Comment: `www.waiting.example\n${text}` }),
      );
      heldIds.push(HeldTextId);
    }
    for (const place of [routes.trackShow(trackId), routes.heldTexts()]) await readQuietly(writer, place);
    for (const heldId of heldIds) await readQuietly(moderator, routes.heldText(heldId));
  });

  test('as awards', async ({ origin, site }) => {
    const { script: author } = await register(origin);
    // trusted users, whose texts do not wait
    const givers = await Promise.all(['alice', 'mo'].map((name) => demoPerson(origin, name)));
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
      await readQuietly(author, routes.trackShow(trackId));
    }
  });

  test('as reports, answers and notices', async ({ origin, site }) => {
    const people = (await Promise.all([1, 2, 3].map(() => register(origin)))).map(({ script }) => script);
    const { script: author } = await register(origin);
    const texts = lumps(2000);
    const answers = lumps(950);
    const { script: moderator, name } = await register(origin);
    await grant(name, 'moderator', site);
    const trackIds: number[] = [];
    for (let at = 0; at < Math.ceil(texts.length / people.length); at++)
      trackIds.push(await author.upload(trackFile(site, `Reported ${at}`), { TrackName: `Reported ${at}` }));
    const reported = new Map<number, string[]>();
    for (const [at, text] of texts.entries()) {
      const somebody = people[at % people.length];
      const subjectId = String(trackIds[Math.floor(at / people.length)]);
      if (!somebody) continue;
      const form = { reportType: '1', subjectId, Reason: 'other', Text: text };
      const { CaseId } = JSON.parse(await sent(somebody, routes.postCreate(), form));
      reported.set(CaseId, [...(reported.get(CaseId) ?? []), cleanMessage(text)]);
    }
    await readQuietly(moderator, routes.moderation());
    const told: string[] = [];
    for (const [caseId, said] of reported) {
      const main = await readQuietly(moderator, routes.moderationCase(site.code, caseId));
      const shown = elementsOf(main).filter(hasClass('ev--said')).map(textOf);
      expect(shown).toEqual(said);
      const Answer = answers.pop();
      if (Answer === undefined) break;
      const form = { site: site.code, case: `${caseId}`, Act: 'solve', Answer };
      await sent(moderator, routes.moderationCaseHandle(), form);
      told.push(oneLine(cleanMessage(Answer)));
      await readQuietly(moderator, routes.moderationCase(site.code, caseId));
    }
    for (const path of [routes.moderation('show=settled'), routes.modlog()])
      await readQuietly(moderator, path);
    const [first] = people;
    if (!first) return;
    const notices = await readQuietly(first, routes.notices());
    const shown = elementsOf(notices)
      .filter(hasClass('notice__text'))
      .flatMap((notice) => textsIn(notice, ({ tagName }) => tagName === 'a'));
    expect(shown.length).toBeGreaterThan(0);
    await readQuietly(first, routes.myReports());
    // a notice is one line of at most 500 characters
    for (const text of shown) {
      const answer = text.replace(/^.*?was solved: /, '').replace(/…$/, '');
      expect(told.some((one) => one.startsWith(answer.slice(0, 400)))).toBe(true);
    }
  });

  test('as the reason why a track is featured', async ({ origin, site }) => {
    const { script: moderator, name } = await register(origin);
    await grant(name, 'moderator', site);
    const { script: author } = await register(origin);
    const trackId = await author.upload(trackFile(site, 'Picked'), { TrackName: 'Picked' });
    const texts = lumps(200, ' ')
      .map((text) => text.trim())
      .filter((text) => text !== '');
    // an author has one featured track at a time: it gets one reason after the other, the hostile ones first
    for (const Comment of texts.slice(0, 20)) {
      await sent(moderator, `/trackfeature/${trackId}`, { Comment });
      await readQuietly(moderator, `${routes.trackSearch()}/featured?view=tiles`);
      const kept = await moderator.send(`${routes.apiTracks()}?id=${trackId}&fields=Feature.Comment`);
      expect(JSON.parse(kept.text).Results).toEqual([{ Feature: { Comment: cleanMessage(Comment) } }]);
    }
    for (const path of [routes.trackShow(trackId), routes.home()]) await readQuietly(moderator, path);
    await sent(moderator, `/trackunfeature/${trackId}`, {});
  });
});

function fail(): never {
  throw new Error('The page of the track has no discussion.');
}
