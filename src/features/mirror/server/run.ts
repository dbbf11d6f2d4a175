import { forSite } from '#db/for-site.ts';
import type { importReplay } from '#features/replays/upload/server/import.ts';
import type { updateImportedTrack } from '#features/tracks/upload/server/import.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { visitor } from '#platform/viewer.ts';
import type { CopiedFiles } from './copied-files.ts';
import type { MissingFile, Source } from './source.ts';
import { type Kind, note, type Pass, seenOf } from './state.ts';

/** What other features do when the mirror changes boards or files. */
export interface MirrorReactions {
  readonly onReplayChange: Parameters<typeof importReplay>[3];
  readonly onNewVersion: Parameters<typeof updateImportedTrack>[4];
  /** a copied user has left the source, which still shows their tracks and replays or not */
  readonly onUserGone: (
    ctx: Ctx,
    userId: number,
    left: { readonly keepsTracks: boolean; readonly origin: string },
  ) => Promise<void>;
  /** a copied user who had left the source is there again; false: what was here is erased */
  readonly onUserBack: (ctx: Ctx, userId: number) => Promise<boolean>;
}

/** What happened to the rows of one kind. */
export interface Counts {
  copied: number;
  updated: number;
  unchanged: number;
  refused: number;
  deleted: number;
}

/** A row or file that was not copied, with the reason. */
export interface Refusal {
  readonly kind: Kind | 'picture';
  readonly sourceId: number;
  readonly reason: string;
}

/** A file that failed for a moment, and the row of the source with which it is requested again. */
interface Postponed {
  readonly owner: Kind;
  readonly ownerId: number;
  readonly refusal: Refusal;
}

/** One run of the mirror: everything that its parts share. */
export interface Run {
  /** of this edition, without jobs, mails, limits and notices */
  readonly ctx: Ctx;
  readonly pass: Pass;
  readonly source: Source;
  readonly files: CopiedFiles;
  readonly reactions: MirrorReactions;
  readonly counts: Record<Kind, Counts>;
  readonly refused: (refusal: Refusal) => void;
  /** files that are requested again before the run ends, and reported as missing only then */
  readonly postponed: Postponed[];
  /** waits this many times the first pause of a repeated request */
  readonly pause: (times: number) => Promise<void>;
  /** how many tracks are copied at the same time */
  readonly tracksAtOnce: number;
  /** runs work that adds users one after the other, since tracks that are copied at the same time have users in common */
  readonly addingUsers: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The context in which a copied user acts. */
export async function actingAs({ ctx }: Run, userId: number): Promise<Ctx> {
  const { account_id, name } = await forSite(ctx, 'profile')
    .where('user_id', '=', userId)
    .select(['account_id', 'name'])
    .executeTakeFirstOrThrow();
  return { ...ctx, viewer: { ...visitor, userId, accountId: account_id, name, level: Level.standard } };
}

/** Counts and reports a row or file that is not copied. */
export function report(run: Run, refusal: Refusal): void {
  if (refusal.kind !== 'picture') run.counts[refusal.kind].refused += 1;
  run.refused(refusal);
}

/** Reports a file that did not arrive, unless it is requested again in this run, together with the row that it belongs to. */
export function reportMissing(
  run: Run,
  { reason, again }: MissingFile,
  { kind, sourceId }: Omit<Refusal, 'reason'>,
  [owner, ownerId]: readonly [owner: Kind, ownerId: number],
): void {
  const refusal = { kind, sourceId, reason };
  if (again === 'in this run') run.postponed.push({ owner, ownerId, refusal });
  else report(run, refusal);
}

/** Notes a row that is not copied, and why. */
export async function refuse(
  run: Run,
  kind: Kind,
  sourceId: number,
  reason: string,
  rowHash = '',
): Promise<void> {
  report(run, { kind, sourceId, reason });
  await noteRefusal(run, kind, sourceId, reason, rowHash);
}

/** Stores why a row is not copied. What an earlier version of it led to here stays its copy. */
export async function noteRefusal(
  { ctx, pass }: Run,
  kind: Kind,
  sourceId: number,
  reason: string,
  rowHash: string,
): Promise<void> {
  const seen = (await seenOf(ctx, pass, kind, [sourceId])).get(sourceId);
  const isHere = seen?.state === 'copied' || seen?.state === 'here' || seen?.state === 'claimed';
  const outcome = isHere ? seen : { state: 'refused' as const };
  await note(ctx, pass, kind, sourceId, { ...outcome, reason, rowHash });
}

/** Whether a row says that it was copied to the source from this edition. */
export function isOurs(
  { ctx: { site } }: Run,
  { OriginSite }: { readonly OriginSite?: string | null | undefined },
): boolean {
  if (!OriginSite || !URL.canParse(OriginSite)) return false;
  const { hostname } = new URL(OriginSite);
  return hostname === site.host || site.aliases.includes(hostname);
}
