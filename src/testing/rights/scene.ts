import { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, type TestCtx } from '#testing/ctx.ts';
import { makeVideo } from '#testing/make-community.ts';
import {
  makeAward,
  makeComment,
  makeOnlineRecord,
  makePack,
  makePackManager,
  makePackTrack,
  makeReplay,
} from '#testing/make-lists.ts';
import { makeMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import type { Role, Situation } from './roles.ts';

/** A track in one situation, with related rows that have an address. */
export interface Scene {
  readonly situation: Situation;
  readonly trackId: number;
  readonly uid: string;
  /** by the other user */
  readonly commentId: number;
  readonly replayId: number;
  readonly videoId: number;
  readonly packId: number;
  /** the secret, if the viewer has it in this situation */
  readonly key: string | null;
  /** a word in the name and in every text about this track, and nowhere else */
  readonly word: string;
}

export interface World {
  readonly people: Readonly<Record<Role, TestCtx>>;
  readonly scenes: Readonly<Record<Situation, Scene>>;
  /** a valid file for a new version */
  readonly nextFile: Buffer;
}

type Columns = Partial<{
  is_public: boolean;
  is_listed: boolean;
  is_beta: boolean;
  released_at: Date | null;
  deleted_at: Date;
  deleted_by: number;
  deleted_reason: string | null;
  was_public: boolean;
  was_listed: boolean;
}>;

/** Creates the same data for all situations; only columns differ. */
export async function makeRightsWorld(ctx: TestCtx): Promise<World> {
  const someone = async (level?: Level) => seenFrom(ctx, { viewer: await makeMember(ctx, level) });
  const people: Record<Role, TestCtx> = {
    visitor: seenFrom(ctx, { viewer: visitor }),
    stranger: await someone(),
    'pending co-author': await someone(),
    'co-author': await someone(),
    uploader: await someone(),
    'pack manager': await someone(),
    moderator: await someone(Level.moderator),
    administrator: await someone(Level.administrator),
  };
  const others = { packOwner: await someone(), fan: await someone(), poster: await someone() };
  // awards require accounts that are some days old
  ctx.clock.forward({ days: 10 });
  const now = ctx.clock.now();
  const gone = {
    deleted_at: now,
    is_public: false,
    is_listed: false,
    was_public: true,
    was_listed: true,
  };
  const columns: Record<Exclude<Situation, 'with its key'>, Columns> = {
    public: { released_at: now },
    unlisted: { is_listed: false, released_at: now },
    hidden: { is_public: false, released_at: null },
    deleted: { ...gone, deleted_by: people.uploader.viewer.userId },
    'deleted by a moderator': {
      ...gone,
      deleted_by: people.moderator.viewer.userId,
      deleted_reason: 'Not your own work.',
    },
    beta: { is_beta: true, released_at: now },
  };
  const made = {} as Record<Situation, Scene>; // filled below, key by key
  let number = 0;
  for (const [situation, own] of Object.entries(columns) as [keyof typeof columns, Columns][]) // its own keys
    made[situation] = await makeScene(people, others, situation, `quuxon${++number}`, own);
  // texts written here must not count towards anyone's rate limit
  ctx.clock.forward({ hours: 1 });
  made['with its key'] = {
    ...made.unlisted,
    situation: 'with its key',
    key: await secretOf(ctx, made.unlisted.trackId),
  };
  return { people, scenes: made, nextFile: trackFile() };
}

export async function makeScene(
  people: World['people'],
  others: Readonly<Record<'packOwner' | 'fan' | 'poster', TestCtx>>,
  situation: Situation,
  word: string,
  columns: Columns,
): Promise<Scene> {
  const { uploader, stranger } = people;
  const { db, site, clock } = uploader;
  const uid = `Uid_of_${word}_${'x'.repeat(8)}`;
  const trackId = await publish(uploader, `The ${word}`, uid);
  const idOf = (who: TestCtx) => who.viewer.userId;
  await db
    .insertInto('track_author')
    .values(
      (['pending co-author', 'co-author'] as const).map((role, at) => ({
        site: site.code,
        track_id: trackId,
        user_id: idOf(people[role]),
        is_uploader: false,
        is_pending: role === 'pending co-author',
        role: '',
        position: at + 1,
        invited_at: clock.now(),
      })),
    )
    .execute();
  const commentId = await makeComment(uploader, { trackId, userId: idOf(stranger), text: `About ${word}` });
  await makeAward(uploader, { trackId, userId: idOf(others.fan), text: `Lovely ${word}` });
  const file = await uploader.files.putBytes(Buffer.from(`GBX, driven on ${word}`));
  await uploader.files.makePermanent(file);
  await uploader.db
    .insertInto('blob')
    .values({ sha256: file.sha256, size_bytes: file.sizeBytes, created_at: clock.now() })
    .execute();
  const run = { trackId, userId: idOf(uploader), timeMs: 41_000, position: 0, file };
  const replayId = await makeReplay(uploader, run);
  await makeOnlineRecord(uploader, { uid, login: `driver of ${word}`, timeMs: 41_500 });
  const packId = await makePack(uploader, { ownerId: idOf(others.packOwner), name: `Pack for ${situation}` });
  await makePackManager(uploader, { packId, userId: idOf(people['pack manager']) });
  await makePackTrack(uploader, { packId, trackId, addedBy: idOf(uploader) });
  const videoId = await makeVideo(uploader, {
    posterId: idOf(others.poster),
    title: `Video for ${situation}`,
    linkId: `link-${trackId}`,
    tracks: [{ trackId }],
  });
  await db
    .insertInto('track_feature')
    .values({
      site: site.code,
      track_id: trackId,
      comment: `Featured ${word}`,
      featured_by: idOf(people.moderator),
      // before the pause between features of one author, so that the others may be featured too
      featured_at: new Date(clock.now().getTime() - 90 * 86_400_000),
    })
    .execute();
  await db
    .updateTable('track')
    .set(columns)
    .where('site', '=', site.code)
    .where('track_id', '=', trackId)
    .execute();
  return { situation, trackId, uid, commentId, replayId, videoId, packId, key: null, word };
}

/** Publishes through the endpoints, with two versions, so that the files exist. */
async function publish(uploader: TestCtx, name: string, uid: string): Promise<number> {
  const browser = await Uploader.of(uploader);
  const sent = await browser.publish(
    entry(0, { TrackName: name, UploadKey: await browser.key(trackFile({ uid: `${uid.slice(0, 20)}_1` })) }),
  );
  const [result] = sent.results;
  const trackId = result && 'TrackId' in result ? result.TrackId : 0;
  if (trackId === 0) throw new Error(`Not published: ${sent.body.toString()}`);
  const form = new FormData();
  form.append('TrackFile', new File([new Uint8Array(trackFile({ uid }))], 'second.Challenge.Gbx'));
  const replaced = await browser.ask('POST', `/trackreplace/${trackId}`, {
    form,
    headers: browser.tokenHeader(),
  });
  if (replaced.status !== 200) throw new Error(`Not replaced: ${JSON.stringify(replaced.problem)}`);
  await uploader.jobs.runAll(uploader); // draws it
  return trackId;
}

async function secretOf({ db, site }: TestCtx, trackId: number): Promise<string> {
  const row = await db
    .selectFrom('track')
    .where('site', '=', site.code)
    .where('track_id', '=', trackId)
    .select('secret_key')
    .executeTakeFirstOrThrow();
  return row.secret_key;
}
