import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { idIn, rowIdIn } from '#lib/codes/ids.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { assertAllowed, badRequest, notFound, Problem, signInFirst } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { readFacts } from '../../file/server/analyse.ts';
import type { FileFacts } from '../../file/server/file-facts.ts';
import { mayReplaceFile } from '../../rights.ts';
import { lockedTrack, trackIdOf, visibleTrack } from '../../server/repo.ts';
import { type OnNewVersion, setCurrent } from './replace.ts';
import { assertConfirmed } from './replace-endpoint.ts';

const sentVersion = z.object({
  id: z.string().transform(trackIdOf),
  Version: z.string().default('').transform(idIn),
  Confirm: z.string().default(''),
});

const fileOf = (ctx: Ctx, trackId: number, version: number) =>
  forSite(ctx, 'track_version')
    .where('track_id', '=', trackId)
    .where('version', '=', version)
    .select(['sha256', 'file_name'])
    .executeTakeFirst();

/** The facts of a stored version. Only those of the current one are columns, so its file is read again. */
async function factsOf(ctx: Ctx, trackId: number, version: number): Promise<FileFacts> {
  const file = await fileOf(ctx, trackId, version);
  const blob = file && (await ctx.files.open(file.sha256));
  if (!blob) throw notFound('This version');
  const bytes = Buffer.concat(await blob.stream().toArray());
  return (await readFacts(ctx, file.file_name, bytes)).file;
}

interface Chosen {
  readonly trackId: number;
  readonly version: number;
  readonly confirm: string;
  readonly file: FileFacts;
}

/** Who may replace the file of a track may choose another version of it. */
const mayChoose = async (ctx: Ctx, trackId: number): Promise<Verdict> => {
  const verdict = mayReplaceFile((await visibleTrack(ctx, trackId)).relation);
  if (verdict.ok || ctx.viewer.accountId !== null) return verdict;
  return { ok: false, reason: signInFirst().message, answer: { status: 401 } };
};

/** Makes an earlier or later version of a locked track the current one. The replays that were driven on it count again. */
async function makeCurrent(
  tx: TxCtx,
  { trackId, version, confirm, file }: Chosen,
  onNewVersion: readonly OnNewVersion[],
): Promise<{ TrackId: number; Version: number }> {
  const track = await lockedTrack(tx, trackId);
  assertAllowed(mayReplaceFile(track.relation)); // again: reading the file took time
  if (track.current_version === version)
    throw new Problem(409, `Version ${version} is already the current one.`, { field: 'Version' });
  await assertConfirmed(tx, track, confirm);
  await setCurrent(tx, track, { version, file }, onNewVersion);
  return { TrackId: trackId, Version: version };
}

/** POST /trackversion/:id: Version, and Confirm if others have driven the current file. */
export const versionEndpoint = (onNewVersion: readonly OnNewVersion[]) =>
  action({
    touches: 'edition',
    input: sentVersion,
    allow: (ctx, { id }) => mayChoose(ctx, id),
    async prepare(ctx, { id, Version: version, Confirm: confirm }): Promise<Chosen> {
      if (version === null) throw badRequest('Version: give the number of a version.', 'Version');
      await ctx.limits.consume('upload', { subject: `account ${ctx.viewer.accountId}` });
      return { trackId: id, version, confirm, file: await factsOf(ctx, id, version) };
    },
    run: (tx, chosen) => makeCurrent(tx, chosen, onNewVersion),
    next: ({ TrackId }) => routes.trackEdit(TrackId, 'version'),
    form(_, { path }) {
      const id = rowIdIn(path.slice(path.lastIndexOf('/') + 1));
      return id === null ? null : routes.trackEdit(id);
    },
  });
