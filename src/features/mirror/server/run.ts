import { forSite } from '#db/for-site.ts';
import type { importReplay } from '#features/replays/upload/server/import.ts';
import type { updateImportedTrack } from '#features/tracks/upload/server/import.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { visitor } from '#platform/viewer.ts';
import type { CopiedFiles } from './copied-files.ts';
import type { Source } from './source.ts';
import { type Kind, note, type Pass } from './state.ts';

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

/** Notes a row that is not copied, and why. */
export async function refuse(
  run: Run,
  kind: Kind,
  sourceId: number,
  reason: string,
  rowHash = '',
): Promise<void> {
  run.counts[kind].refused += 1;
  run.refused({ kind, sourceId, reason });
  await note(run.ctx, run.pass, kind, sourceId, { state: 'refused', reason, rowHash });
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
