import { createHash } from 'node:crypto';
import { forSite } from '#db/for-site.ts';
import { recountThreads } from '#features/forum/server/recount.ts';
import { recountPacks } from '#features/packs/server/recount.ts';
import { recountRecords, recountRemarks } from '#features/tracks/server/recount.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { below, seededRandom } from '#lib/gbx/random.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { Viewer } from '#platform/viewer.ts';
import { cast } from './cast.ts';
import { plantBoards } from './life-boards.ts';
import { plantPacks, plantPages } from './life-pages.ts';
import { plantPicks } from './life-picks.ts';
import { plantReplays } from './life-replays.ts';
import { plantTalk } from './life-talk.ts';
import { plannedTracks } from './world.ts';

/** Somebody of the cast on this edition. */
export interface Person {
  readonly userId: number;
  readonly name: string;
  readonly since: Date;
}

/** A track as those who come by see it. */
export interface LivedTrack {
  readonly trackId: number;
  readonly uploadedAt: Date;
  /** nothing happened after this */
  readonly quietAt: Date;
  readonly authors: ReadonlySet<number>;
  readonly counts: { readonly awards: number; readonly comments: number };
  readonly row: Awaited<ReturnType<typeof readTracks>>[number];
}

/** The world in which people act: who and what there is, and chance that falls the same way every time. */
export interface Scene {
  readonly tx: TxCtx;
  readonly people: readonly Person[];
  /** tracks that people came by, oldest first; the newest has been seen by nobody */
  readonly tracks: readonly LivedTrack[];
  readonly random: () => number;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
  /** a moment between the two */
  between(from: Date, to: Date): Date;
}

/**
 * What happened on an edition since its tracks came: people drive, talk, award, put packs together. All of it or, when
 * it is cut short, nothing; where it happened already, nothing more.
 */
export async function plantLife(ctx: Ctx, viewers: ReadonlyMap<string, Viewer>): Promise<void> {
  const lived = await forSite(ctx, 'news').select('news_id').limit(1).executeTakeFirst();
  if (lived) return;
  await inTransaction(ctx, async (tx) => {
    const scene = await setScene(tx, viewers);
    await plantReplays(scene);
    await plantTalk(scene);
    const packIds = await plantPacks(scene);
    const threadIds = await plantPages(scene);
    await plantBoards(scene);
    await plantPicks(scene);
    const trackIds = (await readTracks(tx)).map((track) => track.track_id);
    await recountRemarks(tx, trackIds);
    await recountRecords(tx, trackIds);
    await recountPacks(tx, packIds);
    await recountThreads(tx, threadIds);
    await recountPeople(
      tx,
      scene.people.map(({ userId }) => userId),
    );
  });
}

const readTracks = (tx: Ctx) =>
  forSite(tx, 'track')
    .innerJoin('track_version as v', (join) =>
      join
        .onRef('v.site', '=', 'track.site')
        .onRef('v.track_id', '=', 'track.track_id')
        .onRef('v.version', '=', 'track.current_version'),
    )
    .where('v.site', '=', tx.site.code)
    .selectAll('track')
    .select(['v.uid', 'v.game'])
    .orderBy('track.track_id')
    .execute();

async function setScene(tx: TxCtx, viewers: ReadonlyMap<string, Viewer>): Promise<Scene> {
  const random = seededRandom(createHash('sha256').update(`life of ${tx.site.code}`).digest().readUInt32LE());
  const now = tx.clock.now();
  const people = cast.flatMap((member) => {
    const viewer = viewers.get(member.name);
    const since = daysBefore(now, member.joinedDaysAgo);
    return viewer ? [{ userId: viewer.userId, name: member.name, since }] : [];
  });
  const plans = new Map(plannedTracks(tx.site).map((plan) => [plan.spec.uid, plan]));
  const authorship = await forSite(tx, 'track_author').selectAll().execute();
  const tracks = (await readTracks(tx)).slice(0, -1).map((row) => ({
    trackId: row.track_id,
    uploadedAt: row.uploaded_at,
    quietAt: row.activity_at,
    authors: new Set(
      authorship.filter(({ track_id }) => track_id === row.track_id).map(({ user_id }) => user_id),
    ),
    counts: plans.get(row.uid)?.counts ?? { awards: 0, comments: 0 },
    row,
  }));
  return {
    tx,
    people,
    tracks,
    random,
    pick: (items) => items[below(random, items.length)] as (typeof items)[number], // never of an empty list
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: random() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
    between: (from, to) =>
      new Date(from.getTime() + Math.floor(random() * Math.max(0, to.getTime() - from.getTime()))),
  };
}
