import { nextId } from '#db/ids.ts';
import type { SubjectKind } from '#features/moderation/subjects.ts';
import { holdText } from '#features/texts/server/actions.ts';
import { daysAfter } from '#lib/codes/durations.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { TestCtx } from '#testing/ctx.ts';
import { makeBoard, makeNews, makeThread, makeVideo } from '#testing/make-community.ts';
import { makeComment, makePack, makeReplay } from '#testing/make-lists.ts';
import { talk } from '#testing/talks.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

/** Something of each kind, by the person concerned. Returns their ids; a new kind needs a maker here. */
export async function subjectsOfKinds(person: TestCtx): Promise<Readonly<Record<SubjectKind, number>>> {
  const { userId } = person.viewer;
  const trackId = await makeTrack(person);
  const boardId = await makeBoard(person, { boardId: 903, title: 'Rights' });
  const thread = await makeThread(person, {
    boardId,
    userId,
    title: 'Rights',
    posts: [
      { userId, text: 'First' },
      { userId, text: 'Second' },
    ],
  });
  const { last_post_id: postId } = await person.db
    .selectFrom('forum_thread')
    .where('site', '=', person.site.code)
    .where('thread_id', '=', thread)
    .select('last_post_id')
    .executeTakeFirstOrThrow();
  return {
    track: trackId,
    image: trackId,
    user: userId,
    face: userId,
    comment: await makeComment(person, { trackId, userId, text: 'A comment' }),
    replay: await makeReplay(person, { trackId, userId, timeMs: 45_000, at: person.clock.now() }),
    pack: await makePack(person, { ownerId: userId, name: 'A pack' }),
    video: await makeVideo(person, { posterId: userId, title: 'A video', linkId: 'rights' }),
    news: await makeNews(person, { userId, title: 'News', message: 'Soon.' }),
    post: postId ?? 0,
    message: await reportedMessage(person),
    remotepicture: await remotePicture(person),
    heldtext: await waitingText(person, trackId),
    loginclaim: await disputedClaim(person),
    other: 0,
  };
}

/** A claim to a login that another user has. */
async function disputedClaim(person: TestCtx): Promise<number> {
  const { site, db, clock, viewer } = person;
  const holder = await asMember(person);
  const login = `rights_${viewer.userId}`;
  const bound = { site: site.code, login_key: login, login, replay_id: null, bound_at: clock.now() };
  await db
    .insertInto('game_login')
    .values({ ...bound, user_id: holder.viewer.userId, proof: 'record' })
    .execute();
  const { claim_id } = await db
    .insertInto('login_claim')
    .values({
      site: site.code,
      claim_id: nextId('login_claim', site.code),
      user_id: viewer.userId,
      login_key: login,
      login,
      code: 'ABCD2345',
      state: 'disputed',
      created_at: clock.now(),
      expires_at: daysAfter(clock.now(), 7),
      proof: 'replay',
      proof_text: 'A replay.',
      proved_at: clock.now(),
      holder_id: holder.viewer.userId,
    })
    .returning('claim_id')
    .executeTakeFirstOrThrow();
  return claim_id;
}

/** A comment that waits for a moderator. */
async function waitingText(person: TestCtx, trackId: number): Promise<number> {
  const payload = { trackId, kind: 'comment', commentId: 0, replyTo: null, key: null };
  const heldId = await inTransaction(person, (tx) =>
    holdText(tx, { kind: 'comment', placeId: trackId, text: 'See www.rights.example', payload }),
  );
  if (heldId === null) throw new Error('The text was not held.');
  return heldId;
}

/** The crew sees a message once it was reported. */
async function reportedMessage(person: TestCtx): Promise<number> {
  const receiver = await Uploader.of(await asMember(person));
  const { MessageId } = await talk(await Uploader.of(person), [receiver], 'An insult');
  const form = {
    reportType: '10',
    subjectId: `${MessageId}`,
    Reason: 'offensive',
    Text: 'This is an insult.',
  };
  const { status } = await receiver.ask('POST', '/postcreate', { form: new URLSearchParams(form) });
  if (status !== 200) throw new Error(`The message was not reported: ${status}.`);
  return MessageId;
}

async function remotePicture({ db, site, clock }: TestCtx): Promise<number> {
  const row = await db
    .insertInto('remote_picture')
    .values({
      site: site.code,
      picture_id: nextId('remote_picture', site.code),
      key: 'rights'.padEnd(22, 'x'),
      address: 'https://pictures.org/rights.png',
      address_sha256: 'd'.repeat(64),
      state: 'failed',
      failure: 'missing',
      next_try_at: null,
      received_sha256: null,
      sha256: null,
      width: null,
      height: null,
      named_at: clock.now(),
    })
    .returning('picture_id')
    .executeTakeFirstOrThrow();
  return row.picture_id;
}
