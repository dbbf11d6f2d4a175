import { newApiToken } from '#platform/auth/api-token.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { signIn } from '#platform/auth/session.ts';
import type { Site } from '#sites/schema.ts';
import { seenFrom, type TestCtx } from '#testing/ctx.ts';
import { ask, type HttpAnswer } from '#testing/http.ts';
import { makeAward, makeComment, makePack, makePackTrack } from '#testing/make-lists.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

/** Something of each kind that belongs to one user. */
export interface Belongings {
  trackId: number;
  /** of a track without a stored file, which any run fits */
  uid: string;
  /** a comment and an award on the track of the other user */
  commentId: number;
  awardId: number;
  replayId: number;
  packId: number;
  conversationId: number;
}

/** A JSON document, or a form with files. */
export type Sent = object | FormData;

/** Stores a token with these scopes. */
export async function tokenOf(
  { db, clock, viewer }: TestCtx,
  scopes: readonly string[],
  days: number | null = null,
): Promise<string> {
  const { token, hash } = newApiToken();
  await db
    .insertInto('api_token')
    .values({
      account_id: viewer.accountId ?? 0,
      name: `Can do ${scopes.join(', ')}`,
      token_hash: hash,
      scopes: [...scopes],
      created_at: clock.now(),
      expires_at: days === null ? null : new Date(clock.now().getTime() + days * 86_400_000),
    })
    .execute();
  return token;
}

/** The cookie of a browser that is signed in as this user. */
export async function sessionCookie(who: TestCtx): Promise<string> {
  const { sessionId } = await signIn(who, { cookies: {}, secure: false }, who.viewer.accountId ?? 0);
  return `${cookieName('session', who.site, false)}=${sessionId}`;
}

/** Gives a user a profile on another edition. */
export async function alsoOn(who: TestCtx, site: string): Promise<void> {
  const { name } = who.viewer;
  const there = seenFrom(who, { site });
  const stranger = await asMember(there);
  // the profile of a user without an account of their own
  await who.db
    .updateTable('profile')
    .set({ account_id: who.viewer.accountId ?? 0, name: `${name} there` })
    .where('site', '=', site)
    .where('user_id', '=', stranger.viewer.userId)
    .execute();
}

/** Publishes through the pages what belongs to one user; what it is about belongs to the other. */
async function publish(who: TestCtx, name: string): Promise<Pick<Belongings, 'trackId' | 'uid' | 'packId'>> {
  const browser = await Uploader.of(who);
  const { results } = await browser.publish(
    entry(0, { TrackName: name, UploadKey: await browser.key(trackFile()) }),
  );
  const [result] = results;
  const trackId = result && 'TrackId' in result ? result.TrackId : 0;
  const packId = await makePack(who, {
    ownerId: who.viewer.userId,
    name: `Pack by ${name}`,
    allowsSubmissions: true,
  });
  await makePackTrack(who, { packId, trackId, addedBy: who.viewer.userId });
  const { uid } = await drivableTrack(who);
  return { trackId, uid, packId };
}

/** Two users, each with something of each kind, and what one wrote to a third. */
export async function twoUsers(ctx: TestCtx) {
  const ann = await asMember(ctx);
  const bob = await asMember(ctx);
  const carol = await asMember(ctx);
  // awards require accounts that are some days old
  ctx.clock.forward({ days: 10 });
  const ofAnn = await publish(ann, 'Anns');
  const ofBob = await publish(bob, 'Bobs');
  const rest = async (who: TestCtx, other: TestCtx, there: { trackId: number; uid: string }) => ({
    commentId: await makeComment(who, { trackId: there.trackId, userId: who.viewer.userId, text: 'Nice.' }),
    awardId: await makeAward(who, { trackId: there.trackId, userId: who.viewer.userId, text: 'Lovely.' }),
    replayId: (
      await posted(await Uploader.of(who), { uid: there.uid, bestTimeMs: 39_000 + who.viewer.userId })
    ).ReplayId,
    conversationId: await startedBy(who, other),
  });
  // the comments above must not count towards the limits of those below
  const own = {
    ann: { ...ofAnn, ...(await rest(ann, bob, ofBob)) },
    bob: { ...ofBob, ...(await rest(bob, carol, ofAnn)) },
  };
  ctx.clock.forward({ hours: 1 });
  return { ann, bob, own };
}

async function startedBy(who: TestCtx, other: TestCtx): Promise<number> {
  const answer = await (await Uploader.of(who)).ask('POST', '/messages/new', {
    form: new URLSearchParams({
      To: `${other.viewer.userId}`,
      Subject: 'Hello',
      Text: `Hi @${other.viewer.name}`,
    }),
  });
  return answer.json<{ ConversationId: number }>().ConversationId;
}

/** Sends one request of a program to a server. */
export async function send(
  { port, site }: { readonly port: number; readonly site: Pick<Site, 'host'> },
  route: string,
  {
    token,
    cookie,
    sent,
  }: { readonly token?: string; readonly cookie?: string; readonly sent?: Sent | undefined },
): Promise<HttpAnswer> {
  const [method = '', path = ''] = route.split(' ');
  const isForm = sent instanceof FormData;
  const made = isForm ? new Response(sent) : null;
  const body = made ? Buffer.from(await made.arrayBuffer()) : sent && Buffer.from(JSON.stringify(sent));
  return ask(port, path, {
    host: site.host,
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
      ...(body && { 'content-length': String(body.length) }),
      ...(body && { 'content-type': made?.headers.get('content-type') ?? 'application/json' }),
    },
    ...(body && { body }),
  });
}
