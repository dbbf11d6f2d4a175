import { nameMistake } from '#features/accounts/model.ts';
import { trackName } from '#features/tracks/list/ui/track-name.ts';
import { cleanName, settingErrors } from '#features/tracks/settings.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { withoutInvisible } from '#lib/game-text/invisible.ts';
import { routes } from '#routes/routes.ts';
import { attributeOf, elementsOf, hasClass, textOf } from '#testing/html.ts';
import { demoUserIds } from './tools/demo.ts';
import { expect, test } from './tools/fixtures.ts';
import {
  lumps,
  oneLine,
  payloads,
  readQuietly,
  sent,
  shortLumps,
  textsIn,
  whichTexts,
} from './tools/payloads.ts';
import { newPerson, register, Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

/** How many tracks of one author are renamed repeatedly: enough to fill a page. */
const tracksEach = 15;

const isTrackName = (TrackName: string) =>
  !settingErrors({ TrackName }, { file: '', now: new Date(), uploaderId: 0, maxPictures: 0 }).TrackName;

async function rows<Row>(script: Script, path: string): Promise<Row[]> {
  const answer = await script.send(path);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text).Results;
}

// in the HTML of the server; payloads-browser.e2e.ts opens the same pages in a browser
test.describe(`hostile texts, ${whichTexts},`, () => {
  test.setTimeout(300_000);

  test('as names of tracks and as author comments', async ({ origin, site }) => {
    const said = lumps(4000);
    // invisible characters are refused in names: settings.test.ts
    const names = shortLumps(50).map(withoutInvisible).filter(isTrackName);
    // a user may write 300 times in five minutes: uploads and some 200 new names
    const people = Array.from({ length: Math.max(2, Math.ceil(names.length / 200)) });
    const authors = await Promise.all(
      people.map(async () => {
        const { script, name } = await register(origin);
        const trackIds: number[] = [];
        for (let made = 0; made < tracksEach; made++)
          trackIds.push(
            await script.upload(trackFile(site, `Plain ${made}`), { TrackName: `Plain ${made}` }),
          );
        return { script, name, trackIds };
      }),
    );
    const [first] = authors;
    if (!first) return;
    const views = ['', '&view=tiles', '&view=stats'];
    while (names.length > 0) {
      const kept = await Promise.all(
        authors.map((author) => renamed(author, names.splice(0, tracksEach), said)),
      );
      for (const [at, { name }] of authors.entries()) {
        const renames = kept[at] ?? new Map();
        if (renames.size === 0) continue;
        const view = views[(at + names.length) % views.length] ?? '';
        const main = await readQuietly(first.script, `${routes.trackSearch(`author:"${name}"`)}${view}`);
        const shown = elementsOf(main)
          .filter(({ tagName }) => tagName === 'a')
          .map((link) => oneLine(`${attributeOf(link, 'href')} ${textOf(link)}`));
        for (const [TrackId, TrackName] of renames)
          expect(shown).toContain(
            oneLine(`${routes.trackShow(TrackId)} ${trackName({ TrackId, TrackName })}`),
          );
      }
    }
    // author comments, and the last names on all other pages that name a track
    const { User } = await first.script.viewer();
    const [trackId = 0] = first.trackIds;
    for (const path of [
      ...authors.flatMap(({ trackIds }) => trackIds.slice(0, 6).map((id) => routes.trackShow(id))),
      routes.userShow(User?.UserId ?? 0),
      routes.home(),
      routes.trackEdit(trackId),
      routes.trackDelete(trackId),
      routes.report(1, trackId),
      routes.commentUpdate(trackId, 'comment', 0),
    ])
      await readQuietly(first.script, path);
  });

  test('as roles of authors', async ({ origin, site }) => {
    const { script } = await register(origin);
    const others = await demoUserIds(origin); // a notice to a user of another test might disturb it
    const trackId = await script.upload(trackFile(site, 'By many'), { TrackName: 'By many' });
    const roles = lumps(100, ' ').map((role) => cleanName(withoutInvisible(role)));
    for (let from = 0; from < roles.length; from += others.length) {
      const round = roles.slice(from, from + others.length);
      const form = round.flatMap((role, at) => [
        [`Authors[${at}].UserId`, String(others[at])],
        [`Authors[${at}].Role`, role],
      ]);
      await sent(script, routes.trackEdit(trackId), Object.fromEntries(form));
      const main = await readQuietly(script, routes.trackShow(trackId));
      const shown = textsIn(main, hasClass('roster__role'));
      expect(shown).toEqual(round.filter((role) => role !== '').map(oneLine));
    }
  });

  test('as names of users, as far as they are allowed', async ({ origin }) => {
    const visitor = new Script(origin);
    const allowed = payloads.filter((text) => nameMistake(text.trim(), []) === null).slice(0, 12);
    const tail = String(Date.now() % 1e6);
    let number = 0;
    for (const text of [...allowed, `(${tail}) 'or'1'='1' --`, `[url=x]${tail}`, `*|${tail}|*`]) {
      const { script, name } = await register(origin, { ...newPerson(), name: text }).catch(() =>
        register(origin, {
          ...newPerson(),
          name: `${Array.from(text).slice(0, 20).join('')} ${tail}${number++}`,
        }),
      );
      const user = (await script.viewer()).User;
      expect(user?.Name).toBe(oneLine(name.normalize('NFC')));
      const main = await readQuietly(visitor, routes.userShow(user?.UserId ?? 0));
      const [heading] = textsIn(main, ({ tagName }) => tagName === 'h1');
      expect(heading).toContain(user?.Name ?? '');
    }
    await readQuietly(visitor, `${routes.userSearch()}?query=${tail}`);
  });

  test('as a search', async ({ origin }) => {
    const visitor = new Script(origin);
    // the box accepts 1000 UTF-16 code units
    const queries = lumps(980, ' ')
      .flatMap((text) => (text.length <= 1000 ? [text] : lumps(490, ' ', [text])))
      .map(oneLine);
    const pages = [routes.trackSearch(), routes.userSearch(), routes.videoSearch(), routes.packSearch()];
    for (const [at, query] of queries.entries()) {
      const path = pages[at % pages.length] ?? '';
      const main = await readQuietly(visitor, `${path}?query=${encodeURIComponent(query)}`, 499);
      const box = elementsOf(main).find((element) => attributeOf(element, 'name') === 'query');
      // characters with code 0 are removed from a query
      const shown = box && attributeOf(box, 'value');
      expect(oneLine(shown ?? '')).toBe(oneLine(query.replaceAll('\0', '')));
    }
  });
});

/** Renames tracks, gives some of them a comment, and reads both back. */
async function renamed(
  { script, trackIds }: { script: Script; trackIds: readonly number[] },
  names: readonly string[],
  said: string[],
): Promise<Map<number, string>> {
  const kept = new Map<number, string>();
  const texts = new Map<number, string>();
  for (const [at, name] of names.entries()) {
    const trackId = trackIds[at] ?? 0;
    const comments = at < 6 ? said.pop() : undefined;
    const form = { TrackName: name, ...(comments !== undefined && { AuthorComments: comments }) };
    await sent(script, routes.trackEdit(trackId), form);
    kept.set(trackId, cleanName(name));
    // the old line break of comments is not preserved in author comments: it is removed like other control characters
    if (comments !== undefined) texts.set(trackId, cleanMessage(comments.replaceAll('\u001f', '')));
  }
  if (kept.size === 0) return kept;
  const fields = 'TrackId,TrackName,AuthorComments';
  const path = `${routes.apiTracks()}?id=${[...kept.keys()]}&count=40&fields=${fields}`;
  type Row = { TrackId: number; TrackName: string; AuthorComments: string | null };
  const found = await rows<Row>(script, path);
  expect(found).toHaveLength(kept.size);
  for (const { TrackId, TrackName, AuthorComments } of found) {
    expect(TrackName).toBe(kept.get(TrackId));
    if (texts.has(TrackId)) expect(AuthorComments).toBe(texts.get(TrackId));
  }
  return kept;
}
