import { createHash } from 'node:crypto';
import { forSite } from '#db/for-site.ts';
import { daysAfter, daysBefore } from '#lib/codes/durations.ts';
import type { BlockSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { below, seededRandom } from '#lib/gbx/tools/random.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { Viewer } from '#platform/viewer.ts';
import { cast, type Life } from './cast.ts';
import { isCheckpoint } from './route.ts';
import { type Trait, traitsOf } from './traits.ts';
import type { PlannedTrack } from './world.ts';

/** A user of the cast on this edition. */
export interface Person {
  readonly userId: number;
  readonly name: string;
  readonly since: Date;
  readonly viewer: Viewer;
  readonly life: Life;
  /** how much of it happens on this edition: everyone has two that they prefer */
  readonly interest: number;
}

const awayDays = { from: 3 * 365, untilAgo: 75 };

/** Returners were away for years. */
export function isThere({ since, life }: Person, at: Date, now: Date): boolean {
  if (at < since) return false;
  return (
    life !== 'returner' || at < daysAfter(since, awayDays.from) || at > daysBefore(now, awayDays.untilAgo)
  );
}

/** A track and its activity. */
export interface ActiveTrack {
  readonly trackId: number;
  readonly uploadedAt: Date;
  /** no activity after this */
  readonly quietAt: Date;
  readonly authors: ReadonlySet<number>;
  readonly counts: { readonly awards: number; readonly talks: number };
  readonly traits: ReadonlySet<Trait>;
  readonly checkpoints: number;
  /** its road, in the order in which it is driven */
  readonly blocks: readonly BlockSpec[];
  readonly laps: number;
  /** as in its file */
  readonly authorLogin: string;
  readonly row: Awaited<ReturnType<typeof readTracks>>[number];
}

/** Reproducible random choices. */
interface Choices {
  readonly random: () => number;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
  /** the same, the heavy ones rather first */
  shuffledBy<T>(items: readonly T[], weight: (item: T) => number): T[];
  /** a time between the two */
  between(from: Date, to: Date): Date;
}

/** The users and tracks for the demo's activity, and random choices. */
export interface Scene extends Choices {
  readonly tx: TxCtx;
  readonly people: readonly Person[];
  /** tracks with activity, oldest first; the newest track has none */
  readonly tracks: readonly ActiveTrack[];
}

/** What this edition has of something that differs by edition, listed from the oldest to the newest. */
export const ofEdition = <T>({ sites, site }: Pick<Ctx, 'sites' | 'site'>, list: readonly [T, ...T[]]): T =>
  list[
    Math.max(
      0,
      sites.findIndex(({ code }) => code === site.code),
    ) % list.length
  ] ?? list[0];

/** The user of the cast with this name. */
export function named({ people }: Pick<Scene, 'people'>, name: string): Person {
  const person = people.find((candidate) => candidate.name === name);
  if (!person) throw new Error(`The cast has no member called ${name}.`);
  return person;
}

/** The tracks that everyone sees, except beta tracks. */
export const openTracks = ({ tracks }: Pick<Scene, 'tracks'>): ActiveTrack[] =>
  tracks.filter(({ row }) => row.is_public && row.is_listed && !row.is_beta);

/** The context in which a user acts at a time. No jobs follow: the demo does their work itself where it shows. */
export const actAs = (tx: TxCtx, { viewer }: Pick<Person, 'viewer'>, at: Date): TxCtx => ({
  ...tx,
  viewer,
  clock: { now: () => at },
  onCommit() {},
});

/** The tracks of the edition with their current files, sorted by id. */
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
    .select(['v.uid', 'v.game', 'v.sha256'])
    .orderBy('track.track_id')
    .execute();

/** Choices that depend on this subject and the edition only. */
function choicesFor(tx: TxCtx, subject: string): Choices {
  const seed = createHash('sha256').update(`${subject} of ${tx.site.code}`).digest().readUInt32LE();
  const random = seededRandom(seed);
  const shuffledBy: Choices['shuffledBy'] = (items, weight) =>
    items
      .map((item) => ({ item, place: random() ** (1 / Math.max(0.01, weight(item))) }))
      .sort((a, b) => b.place - a.place)
      .map(({ item }) => item);
  return {
    random,
    pick: (items) => items[below(random, items.length)] as (typeof items)[number], // never called with an empty list
    shuffled: (items) => shuffledBy(items, () => 1),
    shuffledBy,
    between: (from, to) =>
      new Date(from.getTime() + Math.floor(random() * Math.max(0, to.getTime() - from.getTime()))),
  };
}

/** The scene for activity that is created at the same time as other activity: its choices do not depend on the order of both. */
export const sceneFor = (scene: Scene, subject: string): Scene => ({
  ...scene,
  ...choicesFor(scene.tx, subject),
});

/** The scene of an edition; the same for the same tracks and time. */
export async function setScene(
  tx: TxCtx,
  viewers: ReadonlyMap<string, Viewer>,
  planned: readonly PlannedTrack[],
): Promise<Scene> {
  const now = tx.clock.now();
  const edition = tx.sites.findIndex(({ code }) => code === tx.site.code);
  const people = cast.flatMap(({ name, joinedDaysAgo, life }, index): Person[] => {
    const viewer = viewers.get(name);
    if (!viewer) return [];
    const interest = index < 14 || (index + edition) % 4 < 2 ? 1 : 0.2;
    return [{ userId: viewer.userId, name, since: daysBefore(now, joinedDaysAgo), viewer, life, interest }];
  });
  const plans = new Map(planned.map((plan) => [plan.spec.uid, plan]));
  const authorship = await forSite(tx, 'track_author').selectAll().execute();
  const tracks = (await readTracks(tx)).slice(0, -1).flatMap((row): ActiveTrack[] => {
    const plan = plans.get(row.uid);
    if (!plan) return [];
    const own = authorship.filter(({ track_id }) => track_id === row.track_id);
    return [
      {
        trackId: row.track_id,
        uploadedAt: row.uploaded_at,
        quietAt: row.activity_at,
        authors: new Set(own.map(({ user_id }) => user_id)),
        counts: plan.counts,
        traits: traitsOf(plan),
        checkpoints: plan.road.filter(({ name }) => isCheckpoint(name)).length,
        blocks: plan.road,
        laps: plan.spec.laps || 1,
        authorLogin: plan.spec.authorLogin ?? '',
        row,
      },
    ];
  });
  return { tx, people, tracks, ...choicesFor(tx, 'life') };
}
