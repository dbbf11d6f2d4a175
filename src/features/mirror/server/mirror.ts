import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Ctx, Services } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import { atMost } from '#platform/lanes/at-most.ts';
import { noLimits } from '#platform/rate-limits.ts';
import { PoliteClient, type SourceClient, SourceFailure } from '#platform/remote/polite-client.ts';
import { visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import { incomplete } from './by-ids.ts';
import { CopiedFiles } from './copied-files.ts';
import { followChanges } from './follow.ts';
import { closeUnlisted } from './gone-users.ts';
import { copyPacks, packList } from './packs.ts';
import { retryPostponed } from './retry.ts';
import { type Counts, type MirrorReactions, type Refusal, type Run, refuse, report } from './run.ts';
import { Source, type SourceList } from './source.ts';
import { endPass, handledIn, type Kind, moveTo, openPass, peekPass, type Stage, seenOf } from './state.ts';
import { copyTracks, trackHash, trackList } from './tracks.ts';
import { refreshUsers } from './users.ts';
import { deleteVanished } from './vanished.ts';

/** What the operator chose. */
export interface MirrorOptions {
  /** such as https://tmnf.exchange */
  readonly origin: string;
  /** parameters of the lists, from a search; null: nothing of this kind */
  readonly tracks: Readonly<Record<string, string>> | null;
  readonly packs: Readonly<Record<string, string>> | null;
  readonly perSecond: number;
  /** answers for the source; by default the source itself */
  readonly client?: SourceClient;
  readonly signal: AbortSignal;
  readonly reactions: MirrorReactions;
  /** called after each page of a list */
  readonly progress: (progress: Progress) => void;
  readonly refused: (refusal: Refusal) => void;
  /** of requests; see PoliteClient */
  readonly patience?: { readonly tries?: number; readonly idleMs?: number; readonly firstPauseMs?: number };
}

export interface Progress {
  readonly stage: Stage;
  readonly counts: Readonly<Record<Kind, Counts>>;
  /** how much of the stage’s list is done, from 0 to 1 */
  readonly share: number;
  /** that share when this run began */
  readonly from: number;
}

export interface Summary {
  readonly counts: Readonly<Record<Kind, Counts>>;
  readonly requests: number;
  readonly files: number;
  /** sentences for the operator */
  readonly warnings: readonly string[];
}

const tracksOfPage = 100;
const packsOfPage = 50;
const mostTracksAtOnce = 8;
/** The first pause of a request that is repeated. */
const usualPauseMs = 1000;
/** `order1` of tracks and packs by date, ascending and descending. */
const [oldestFirst, newestFirst] = [1, 2];

/**
 * Copies what is new or has changed at the source, in one pass over its lists: tracks with replays, comments and awards, then packs,
 * then deletions. It can be stopped at any moment, and the next call continues the pass. Rejects with a SourceFailure if the source
 * cannot be read, or when `signal` is aborted.
 */
export async function mirror(services: Services, site: Site, options: MirrorOptions): Promise<Summary> {
  const { origin, tracks, packs, perSecond, signal } = options;
  const ctx = quietCtx(services, site);
  const client = clientOf(options);
  const source = new Source(client);
  const isWhole = selectionOf(options) === '';
  const log = isWhole ? await source.changes(null) : null;
  const lastChange = log === null || log === 'too old' ? null : log.Last;
  const pass = await openPass(ctx, origin, selectionOf(options), lastChange);
  const files = new CopiedFiles(ctx, pass, source);
  const { reactions, refused } = options;
  const run: Run = {
    ctx,
    pass,
    source,
    files,
    reactions,
    refused,
    counts: noCounts(),
    postponed: [],
    pause: (times) => sleep(times * (options.patience?.firstPauseMs ?? usualPauseMs), undefined, { signal }),
    // a request may take a second without slowing the copy down
    tracksAtOnce: Math.min(mostTracksAtOnce, Math.ceil(perSecond)),
    addingUsers: atMost(1),
  };
  const warnings: string[] = [];
  const watch = { signal, progress: options.progress };
  const summary = () => ({
    counts: run.counts,
    requests: client.sent,
    files: files.receivedFiles,
    warnings,
  });
  try {
    const followed =
      pass.followedTo !== null && lastChange !== null && (await followChanges(run, pass.followedTo));
    if (followed) {
      warnings.push(...followed);
      await endPass(ctx, pass, true);
      return summary();
    }
    const { stage, after } = pass;
    const followUsers = async () => {
      const listed = await refreshUsers(run);
      // a site with a log of changes lists everybody who has not left
      const warning = lastChange === null ? null : await closeUnlisted(run, listed);
      if (warning !== null) warnings.push(warning);
    };
    // first, so that what is hidden or shown with a user does not count as deleted or new
    if (isWhole && !pass.isResumed) await followUsers();
    if (stage === 'tracks') {
      const params = { ...tracks, count: tracksOfPage };
      if (tracks)
        await walk(run, watch, { stage: 'tracks', kind: 'track', after }, trackList, params, (one, rows) =>
          copyTracks(one, rows),
        );
    }
    if (tracks) await retryPostponed(run, 'track', pass.isResumed ? await incomplete(run, 'track') : []);
    if (stage === 'tracks') await moveTo(ctx, pass, 'packs', null);
    if (stage !== 'vanished') {
      const params = { ...packs, count: packsOfPage };
      const from = stage === 'packs' ? after : null;
      if (packs)
        await walk(run, watch, { stage: 'packs', kind: 'pack', after: from }, packList, params, copyPacks);
      if (packs) await retryPostponed(run, 'pack', pass.isResumed ? await incomplete(run, 'pack') : []);
      await moveTo(ctx, pass, 'vanished', null);
    }
    // a pass over a part of the source says nothing about the rest
    if (isWhole) {
      await followUsers();
      for (const kind of ['track', 'pack'] as const) {
        signal.throwIfAborted();
        const warning = await deleteVanished(run, kind);
        if (warning !== null) warnings.push(warning);
      }
    }
    await retryPostponed(run, 'user');
    await endPass(ctx, pass, isWhole);
    return summary();
  } finally {
    for (const { refusal } of run.postponed.splice(0)) report(run, refusal);
    client.close();
  }
}

interface Walk {
  readonly stage: Stage;
  readonly kind: Kind;
  readonly after: number | null;
}

/** Handles a list page by page, and stores after each how far it is. */
async function walk<Row extends z.ZodType>(
  run: Run,
  { signal, progress }: Pick<MirrorOptions, 'signal' | 'progress'>,
  { stage, kind, after }: Walk,
  list: SourceList<Row>,
  params: Readonly<Record<string, string | number>>,
  copy: (run: Run, rows: readonly z.output<Row>[]) => Promise<void>,
): Promise<void> {
  const { source, pass, ctx } = run;
  const { last: newest } = await source.page(list, { ...params, count: 1, order1: newestFirst });
  const all = await source.total(list, params);
  let handled = await handledIn(ctx, pass, kind);
  // ids need not ascend with the date, so they are the second choice
  const share = (id: number | null) =>
    Math.min(1, all ? handled / all : newest === null || id === null ? 0 : id / newest);
  // a cursor whose row was deleted has no place in the list, which is then read from its beginning
  const start = after !== null && (await exists(run, list, after)) ? after : null;
  let sawNewest = newest === null || start === newest;
  const from = share(start);
  // before the first page, which may take minutes
  progress({ stage, counts: run.counts, share: from, from });
  for await (const page of source.pages(list, { ...params, order1: oldestFirst }, start)) {
    sawNewest ||= page.ids.includes(newest);
    for (const { id, reason } of page.invalid) if (id !== null) await refuse(run, kind, id, reason);
    await copy(run, page.rows);
    signal.throwIfAborted();
    if (page.last !== null) await moveTo(ctx, pass, stage, page.last);
    handled += page.ids.length;
    progress({ stage, counts: run.counts, share: share(page.last), from });
  }
  // an empty page is a valid answer, and in the middle a wrong one
  if (!sawNewest && newest !== null && (await exists(run, list, newest)))
    throw new SourceFailure(`${list.path}: its pages end before its newest row.`, { isTemporary: true });
}

async function exists<Row extends z.ZodType>(
  { source }: Run,
  list: SourceList<Row>,
  id: number,
): Promise<boolean> {
  const { last } = await source.page(list, { id, count: 1 });
  return last === id;
}

const noCounts = (): Record<Kind, Counts> => {
  const none = (): Counts => ({ copied: 0, updated: 0, unchanged: 0, refused: 0, deleted: 0 });
  return { user: none(), track: none(), replay: none(), comment: none(), award: none(), pack: none() };
};

/** Two runs with the same selection work on the same pass. '': everything. */
const selectionOf = ({ tracks, packs }: Pick<MirrorOptions, 'tracks' | 'packs'>): string => {
  const parts = [tracks, packs];
  return parts.every((part) => part !== null && Object.keys(part).length === 0) ? '' : JSON.stringify(parts);
};

const clientOf = ({ client, origin, perSecond, signal, patience = {} }: MirrorOptions): SourceClient =>
  client ?? new PoliteClient({ origin, perSecond, signal, userAgent: 'Paddock mirror', ...patience });

/** What happened elsewhere is neither limited nor announced here. */
const quietCtx = (services: Services, site: Site): Ctx => ({
  ...makeCtx({ ...services, limits: noLimits }, site, visitor, 'mirror'),
  isImport: true,
});

/** How many rows of the source are new, have changed, or are here, without writing anything. */
export async function previewMirror(
  services: Services,
  site: Site,
  options: MirrorOptions,
): Promise<
  Readonly<Record<'track' | 'pack', { fresh: number; changed: number; known: number; invalid: number }>>
> {
  const ctx = quietCtx(services, site);
  const pass = await peekPass(ctx, options.origin);
  const client = clientOf(options);
  const source = new Source(client);
  const found = () => ({ fresh: 0, changed: 0, known: 0, invalid: 0 });
  const counts = { track: found(), pack: found() };
  try {
    if (options.tracks)
      for await (const { rows, invalid } of source.pages(trackList, {
        ...options.tracks,
        count: 500,
        order1: oldestFirst,
      })) {
        const seen = await seenOf(
          ctx,
          pass,
          'track',
          rows.map(({ TrackId }) => TrackId),
        );
        for (const row of rows) {
          const known = seen.get(row.TrackId);
          counts.track[!known ? 'fresh' : known.rowHash === trackHash(row) ? 'known' : 'changed'] += 1;
        }
        counts.track.invalid += invalid.length;
      }
    if (options.packs)
      for await (const { rows, invalid } of source.pages(packList, {
        ...options.packs,
        count: 500,
        order1: oldestFirst,
      })) {
        const seen = await seenOf(
          ctx,
          pass,
          'pack',
          rows.map(({ PackId }) => PackId),
        );
        for (const { PackId } of rows) counts.pack[seen.has(PackId) ? 'known' : 'fresh'] += 1;
        counts.pack.invalid += invalid.length;
      }
    return counts;
  } finally {
    client.close();
  }
}
