import { randomInt } from 'node:crypto';
import { routes } from '#routes/routes.ts';
import { everyPage, type Wrote } from './pages/gone.ts';
import { newest } from './pages/smoke-page.ts';
import { anySite, expect, test } from './tools/fixtures.ts';
import { type Person, register, type Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

type User = Person & { script: Script };

/** A write that must succeed; returns its JSON. */
async function wrote(script: Script, path: string, form: Record<string, string>) {
  const answer = await script.post(path, form);
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(400);
  return JSON.parse(answer.text || '{}') as Record<string, number>;
}

/** The pages on which one of these words is in the HTML. */
async function pagesWith(reader: Script, addresses: ReadonlyMap<string, string>, words: readonly string[]) {
  const seen = new Set<string>();
  const waiting = [...addresses];
  const read = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, path] = next;
      const { text } = await reader.arrive(path);
      if (words.some((word) => text.includes(word))) seen.add(name);
    }
  };
  await Promise.all([1, 2, 3, 4].map(read));
  return [...addresses.keys()].filter((name) => seen.has(name));
}

test('what users wrote is on no page for users who block them, and for no one after they left', async ({
  origin,
}) => {
  test.setTimeout(240_000);
  const tail = randomInt(1e9);
  const word = `Inkwell${tail}`;
  const hook = `marble${tail}`;
  const text = `${word} and ${hook} here`;
  const [host, ann, ben, cy]: User[] = (await Promise.all([0, 1, 2, 3].map(() => register(origin)))) as [
    User,
    User,
    User,
    User,
  ];
  const viewers = await Promise.all([host, ann, ben, cy].map(({ script }) => script.viewer()));
  const [hostId, annId, benId, cyId] = viewers.map(({ User }) => User?.UserId ?? 0) as [
    number,
    number,
    number,
    number,
  ];
  const file = (name: string) => trackFile(anySite, name);

  const hostTrack = await host.script.upload(file(`Stage ${tail}`), { TrackName: `Stage ${tail}` });
  const hostThread = await wrote(host.script, routes.threadCreate(2), {
    Title: `Question ${tail}`,
    Text: 'What do you think?',
  });
  const ownTrack = await ann.script.upload(file(`Own ${tail}`), {
    TrackName: `Own ${tail}`,
    AuthorComments: text,
  });
  await wrote(ann.script, routes.userEdit(), { About: text, Title: '', Address: '' });
  const comment = await wrote(ann.script, routes.commentUpdate(hostTrack, 'comment', 0), {
    Comment: `${text} @${host.name}`,
  });
  await wrote(ben.script, routes.commentUpdate(hostTrack, 'comment', 0), {
    Comment: text,
    replyTo: String(comment.CommentId),
  });
  const thread = await wrote(ann.script, routes.threadCreate(2), { Title: `About ${word}`, Text: text });
  const post = await wrote(ben.script, routes.postReply(hostThread.ThreadId ?? 0), { Text: text });
  const newsId = await newest(origin, routes.apiNews(), 'NewsId');
  await wrote(cy.script, routes.newsComment(newsId), { Text: text });
  const pack = await wrote(ann.script, routes.trackPackCreate(), { PackName: `Pack ${tail}` });
  const talk = await wrote(ann.script, routes.newMessage(), {
    To: String(hostId),
    Subject: `About ${word}`,
    Text: text,
  });

  const made: Wrote = {
    hook,
    hostTrack,
    hostThread: hostThread.ThreadId ?? 0,
    ownTrack,
    thread: thread.ThreadId ?? 0,
    post: post.PostId ?? 0,
    comment: comment.CommentId ?? 0,
    newsId,
    pack: pack.PackId ?? 0,
    conversation: talk.ConversationId ?? 0,
    people: [annId, benId, cyId],
  };
  const addresses = await everyPage(origin, made);
  const before = await pagesWith(host.script, addresses, [word]);
  expect(before).toEqual(
    expect.arrayContaining([
      'track',
      'own track',
      'thread',
      'own thread',
      'news post',
      'conversation',
      'messages',
      'user',
      'forum',
      'search of the forum',
    ]),
  );

  for (const userId of made.people) await wrote(host.script, routes.blockUser(userId), { Block: 'true' });
  expect(await pagesWith(host.script, addresses, [word]), 'for the user who blocked them').toEqual([]);
  for (const userId of made.people) await wrote(host.script, routes.blockUser(userId), { Block: 'false' });
  expect(await pagesWith(host.script, addresses, [word])).toEqual(before);

  for (const { script } of [ann, ben, cy])
    await wrote(script, routes.accountDelete(), { Tracks: 'removed', Sure: 'yes' });
  const traces = [word, ...[ann, ben, cy].map(({ name }) => name), `Own ${tail}`, `Pack ${tail}`];
  // some follow with the jobs
  const followed = new Map([...addresses].filter(([name]) => before.includes(name)));
  await expect.poll(() => pagesWith(host.script, followed, traces), { timeout: 30_000 }).toEqual([]);
  expect(await pagesWith(host.script, addresses, traces)).toEqual([]);
  const { script: visitor } = { script: new (host.script.constructor as typeof Script)(origin) };
  expect(await pagesWith(visitor, addresses, traces)).toEqual([]);
});
