import { createHash } from 'node:crypto';
import { forSite } from '#db/for-site.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { below, seededRandom } from '#lib/gbx/random.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { Viewer } from '#platform/viewer.ts';
import { cast } from './cast.ts';
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

/** The tracks of the edition with their current files, in order of number. */
export const readTracks = (tx: Ctx) =>
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

/** The scene of an edition; the same for the same tracks and moment. */
export async function setScene(tx: TxCtx, viewers: ReadonlyMap<string, Viewer>): Promise<Scene> {
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
