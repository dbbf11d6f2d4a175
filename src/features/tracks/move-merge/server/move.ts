import { sql } from 'kysely';
import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { act, storedIn, type Why } from '#features/modlog/server/act.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import { ensureProfile } from '#platform/auth/profile.ts';
import { grantedSites, onSite } from '#platform/auth/reach.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { mentionsAsTyped, storedMentions } from '#platform/mentions.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { trackWith } from '../../file/server/duplicates.ts';
import { replayTypeOf } from '../../model.ts';
import { lockTrack } from '../../server/counters.ts';
import { moderatedTrack, ofTrack } from '../../server/moderated.ts';
import { authorIds, countAround } from '../../server/recount-people.ts';
import { lockUid } from '../../upload/server/publish.ts';
import { editionOption, misfit, tagsThere } from '../move.ts';
import { endRedirect, redirectTrack } from './redirect.ts';

const stored = (ctx: Ctx, trackId: number) =>
  forSite(ctx, 'track').where('track_id', '=', trackId).selectAll().executeTakeFirst();
type Track = NonNullable<Awaited<ReturnType<typeof stored>>>;

const versionsOf = (ctx: Ctx, trackId: number) =>
  forSite(ctx, 'track_version').where('track_id', '=', trackId).orderBy('version').selectAll().execute();

/** What other users attached to a track on its edition, which does not move with the track. */
async function attachedTo(ctx: Ctx, trackId: number): Promise<readonly string[]> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from replay x where x.site = ${ctx.site.code} and x.track_id = ${trackId})::integer as replays,
      (select count(*) from comment x where x.site = ${ctx.site.code} and x.track_id = ${trackId})::integer as "comments and awards",
      (select count(*) from pack_track x where x.site = ${ctx.site.code} and x.track_id = ${trackId})::integer as trackpacks,
      (select count(*) from play_later x where x.site = ${ctx.site.code} and x.track_id = ${trackId})::integer as "Play later lists",
      (select count(*) from track_video x where x.site = ${ctx.site.code} and x.track_id = ${trackId})::integer as videos`.execute(
    ctx.db,
  );
  return Object.entries(rows[0] ?? {})
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}: ${count}`);
}

/** The editions that take this track, from those where the moderator has a role, as a form offers them. */
async function editionsFor(ctx: Ctx, trackId: number, granted: readonly Site[]) {
  const [track, files] = await Promise.all([stored(ctx, trackId), versionsOf(ctx, trackId)]);
  if (!track) return [];
  const game = files.at(-1)?.game ?? '';
  return granted
    .filter((site) => site.code !== ctx.site.code && misfit(site, track) === null)
    .map((site) => ({ value: site.code, label: editionOption(site, game) }));
}

/**
 * Moves a locked track to another edition: `there` is the same transaction on it. Files, pictures, texts, authors and dates move; the
 * old address leads to the new one. What others attached stays with the old track, which is deleted after thirty days.
 */
async function moveTo(tx: TxCtx, there: TxCtx, trackId: number, { reason, caseId }: Why): Promise<number> {
  await lockTrack(tx, trackId);
  const track = await stored(tx, trackId);
  if (!track || track.deleted_at !== null) throw new Problem(409, 'This track is deleted.');
  const files = await versionsOf(tx, trackId);
  const reasonAgainst = misfit(there.site, track);
  if (there.site.code === tx.site.code) throw refused('the track is on this edition.');
  if (reasonAgainst) throw refused(reasonAgainst);
  for (const { uid } of files) await lockUid(there, uid);
  await assertNew(there, files);
  const newId = await copyTrack(tx, there, track);
  await copyFiles(tx, there, { trackId, newId }, files);
  await endOld(tx, track, `Moved to ${there.site.label}. ${reason}`);
  await redirectTrack(tx, trackId, { site: there.site.code, trackId: newId });
  const name = stripGameText(track.name);
  await recordAct(there, receiveTrack, {
    subject: { kind: 'track', id: newId },
    reason,
    caseId,
    before: { Edition: tx.site.label },
    after: { Edition: there.site.label },
  });
  await notify(tx, {
    to: await authorIds(tx, trackId),
    kind: 'track.moderated',
    text: `A moderator moved “${name}” to ${there.site.label}. Reason: ${oneLine(reason)}`,
    link: routes.trackShow(trackId),
  });
  await countAround(tx, trackId);
  await countAround(there, newId);
  return newId;
}

const refused = (reason: string) => new Problem(422, `Edition: ${reason}`, { field: 'Edition' });

async function assertNew(there: TxCtx, files: readonly { uid: string; sha256: string }[]): Promise<void> {
  const same = await trackWith(there, {
    uids: files.map(({ uid }) => uid),
    sha256s: files.map(({ sha256 }) => sha256),
  });
  if (same) throw refused(`${there.site.label} already has this track, as number ${same.track_id}.`);
}

/** The profile of a user on the other edition. */
async function userThere(tx: TxCtx, there: TxCtx, userId: number): Promise<number> {
  const own = await forSite(tx, 'profile')
    .where('user_id', '=', userId)
    .select(['account_id', 'name', 'closed_at'])
    .executeTakeFirstOrThrow();
  if (own.account_id === null || own.closed_at !== null)
    throw new Problem(409, `The account of ${own.name} is closed: its tracks cannot move.`);
  await ensureProfile(there, { account_id: own.account_id, name: own.name });
  const { user_id } = await forSite(there, 'profile')
    .where('account_id', '=', own.account_id)
    .select('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

/** The author's comments with the mentions as users of the other edition, whose numbers differ. */
async function commentsThere(tx: TxCtx, there: TxCtx, track: Track): Promise<string | null> {
  const [typed = null] = await mentionsAsTyped(tx, [track.author_comments]);
  return typed === null ? null : storedMentions(there, typed);
}

async function copyTrack(tx: TxCtx, there: TxCtx, track: Track): Promise<number> {
  const uploader = await userThere(tx, there, track.uploader_id);
  const tags = tagsThere(tx.site, there.site, track.tags);
  const { track_id: newId } = await there.db
    .insertInto('track')
    .values({
      site: there.site.code,
      track_id: nextId('track', there.site.code),
      uploader_id: uploader,
      name: track.name,
      name_folded: track.name_folded,
      author_comments: await commentsThere(tx, there, track),
      primary_type: track.primary_type,
      environment: track.environment,
      car: track.car,
      mood: track.mood,
      difficulty: track.difficulty,
      routes: track.routes,
      tags,
      replay_type: replayTypeOf(there.site, {
        isBeta: track.is_beta,
        unlimiterVersion: track.unlimiter_version,
        tags,
      }),
      unlimiter_version: track.unlimiter_version,
      author_time_ms: track.author_time_ms,
      author_score: track.author_score,
      gold_target: track.gold_target,
      silver_target: track.silver_target,
      bronze_target: track.bronze_target,
      is_public: track.is_public,
      is_listed: track.is_listed,
      is_beta: track.is_beta,
      current_version: track.current_version,
      uploaded_at: track.uploaded_at,
      updated_at: track.updated_at,
      activity_at: track.activity_at,
      released_at: track.released_at,
      release_at: track.release_at,
      hold: track.hold,
      held_at: track.held_at,
    })
    .returning('track_id')
    .executeTakeFirstOrThrow();
  const authors = await forSite(tx, 'track_author')
    .where('track_id', '=', track.track_id)
    .orderBy('position')
    .selectAll()
    .execute();
  for (const author of authors) {
    const user_id = author.is_uploader ? uploader : await userThere(tx, there, author.user_id);
    await there.db
      .insertInto('track_author')
      .values({ ...author, site: there.site.code, track_id: newId, user_id })
      .execute();
  }
  return newId;
}

async function copyFiles(
  tx: TxCtx,
  there: TxCtx,
  { trackId, newId }: { trackId: number; newId: number },
  files: Awaited<ReturnType<typeof versionsOf>>,
): Promise<void> {
  const place = { site: there.site.code, track_id: newId };
  for (const file of files) {
    const uploaded_by = await userThere(tx, there, file.uploaded_by);
    const read = {
      facts: JSON.stringify(file.facts),
      targets: file.targets && JSON.stringify(file.targets),
      oddities: file.oddities && JSON.stringify(file.oddities),
    };
    await there.db
      .insertInto('track_version')
      .values({ ...file, ...place, ...read, uploaded_by })
      .execute();
  }
  const images = await forSite(tx, 'track_image').where('track_id', '=', trackId).selectAll().execute();
  // the old track keeps the picture that its author uploaded; both name the same files
  for (const image of images)
    await there.db
      .insertInto('track_image')
      .values({ ...image, ...place, reference: null })
      .execute();
}

const row = ({ db, site }: TxCtx, trackId: number) =>
  db.updateTable('track').where('site', '=', site.code).where('track_id', '=', trackId);

const endOld = (tx: TxCtx, track: Track, reason: string) =>
  row(tx, track.track_id)
    .set({
      deleted_at: tx.clock.now(),
      deleted_by: tx.viewer.userId,
      deleted_reason: reason,
      was_public: track.is_public,
      was_listed: track.is_listed,
      is_public: false,
      is_listed: false,
    })
    .execute();

/**
 * Moves a track back: the old one is restored with everything that stayed there, the new one is deleted. Refused once others have
 * attached something to the new one, which would be lost.
 */
async function moveBack(
  tx: TxCtx,
  there: TxCtx,
  { trackId, newId }: { trackId: number; newId: number },
  reason: string,
): Promise<void> {
  await lockTrack(tx, trackId);
  await lockTrack(there, newId);
  const [old, moved] = [await stored(tx, trackId), await stored(there, newId)];
  if (!old) throw new Problem(409, 'More than 30 days have passed: the old track is removed.');
  if (old.deleted_at === null) throw new Problem(409, 'This track was restored since.');
  if (!moved || moved.deleted_at !== null)
    throw new Problem(409, `The track on ${there.site.label} is deleted: restore it there first.`);
  const attached = await attachedTo(there, newId);
  if (attached.length > 0)
    throw new Problem(
      409,
      `On ${there.site.label}, others have added something since, which would be lost: ${attached.join(', ')}.`,
    );
  await endOld(there, moved, `Moved back to ${tx.site.label}. ${reason}`);
  await row(tx, trackId)
    .set({
      deleted_at: null,
      deleted_by: null,
      deleted_reason: null,
      is_public: old.was_public ?? false,
      is_listed: old.was_listed ?? true,
      was_public: null,
      was_listed: null,
    })
    .execute();
  await endRedirect(tx, trackId);
  await redirectTrack(there, newId, { site: tx.site.code, trackId });
  await notify(tx, {
    to: await authorIds(tx, trackId),
    kind: 'track.moderated',
    text: `A moderator moved “${stripGameText(old.name)}” back to ${tx.site.label}. Reason: ${oneLine(reason)}`,
    link: routes.trackShow(trackId),
  });
  await countAround(tx, trackId);
  await countAround(there, newId);
}

const isThere = ofTrack(() => yes);

const grantedEditions = async (ctx: Ctx, trackId: number) =>
  editionsFor(
    ctx,
    trackId,
    (await grantedSites(ctx)).map(({ site }) => site),
  );

const Moved = z.object({ site: z.string(), newId: z.number() });

const moveTrack = act({
  name: 'track.move',
  label: 'Moved a track',
  group: 'changed',
  offer: {
    kinds: ['track'],
    button: 'Move track to another edition',
    fields: async (ctx, { id }) => {
      const attached = await attachedTo(ctx, id);
      const rest = attached.length === 0 ? 'nothing' : attached.join(', ');
      return [
        {
          name: 'Edition',
          label: 'Edition',
          hint: `Its files, pictures, texts, authors and dates move. Stays behind, and is deleted after 30 days: ${rest}.`,
          type: 'choice',
          isRequired: true,
          options: await grantedEditions(ctx, id),
        },
      ];
    },
    allow: async (ctx, subject, input) => {
      const verdict = await isThere(ctx, subject);
      if (!verdict.ok) return verdict;
      const editions = await grantedEditions(ctx, subject.id);
      if (input === null)
        return editions.length > 0
          ? yes
          : conflict('No other edition where you are a moderator takes this track.');
      if (editions.some(({ value }) => value === input.Edition)) return yes;
      throw refused('must be another edition that takes this track, and where you are a moderator.');
    },
  },
  input: z.object({ Edition: z.string('must be chosen').max(20, 'is too long') }),
  notifies: true,
  run: async (tx, { id }, { Edition }, why) => {
    const track = await moderatedTrack(tx, id);
    const there = await onSite(tx, Edition);
    const newId = await moveTo(tx, there, id, why);
    return {
      before: { Edition: tx.site.label },
      after: { Edition: there.site.label, site: there.site.code, newId },
      personId: track.uploader_id,
    };
  },
  undo: {
    as: 'track.moveback',
    notifies: true,
    run: async (tx, { subject, after }, reason) => {
      const { site, newId } = storedIn(Moved, after);
      await moveBack(tx, await onSite(tx, site), { trackId: subject.id, newId }, reason);
      return {};
    },
  },
});

const moveTrackBack = act({
  name: 'track.moveback',
  label: 'Moved a track back',
  group: 'changed',
  cannot: 'The track can be moved again.',
});

/** On the edition to which a track is moved. */
const receiveTrack = act({
  name: 'track.receive',
  label: 'Received a track',
  group: 'changed',
  cannot: 'A move is undone on the edition where the track came from.',
});

/** Acts that move a track to another edition. */
export const moveActs = [moveTrack, moveTrackBack, receiveTrack];
