import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { idIn } from '#lib/codes/ids.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { acceptsJson, guardWrite, refusedForm, writeScope } from '#platform/http/action.ts';
import { formFields, readForm } from '#platform/http/form-body.ts';
import { parseInput } from '#platform/http/input.ts';
import { assertAllowed, badRequest, notFound, Problem, signInFirst } from '#platform/http/problem.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { routes } from '#routes/routes.ts';
import { readFacts } from '../../file/server/analyse.ts';
import type { FileFacts } from '../../file/server/file-facts.ts';
import { mayReplaceFile } from '../../rights.ts';
import { lockedTrack, trackIdOf, visibleTrack } from '../../server/repo.ts';
import { type OnNewVersion, setCurrent } from './replace.ts';
import { assertConfirmed } from './replace-endpoint.ts';

const scope = writeScope({ touches: 'edition' });

const sentVersion = z.object({ Version: z.string().default('').transform(idIn) });

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

/** Makes an earlier or later version of a locked track the current one. The replays that were driven on it count again. */
async function makeCurrent(
  tx: TxCtx,
  sent: { readonly trackId: number; readonly version: number; readonly fields: URLSearchParams },
  file: FileFacts,
  onNewVersion: readonly OnNewVersion[],
): Promise<void> {
  const { trackId, version, fields } = sent;
  const track = await lockedTrack(tx, trackId);
  assertAllowed(mayReplaceFile(track.relation)); // again: reading the file took time
  if (track.current_version === version)
    throw new Problem(409, `Version ${version} is the current one already.`, { field: 'Version' });
  await assertConfirmed(tx, track, fields);
  await setCurrent(tx, track, { version, file }, onNewVersion);
}

/** POST /trackversion/:id: Version, and Confirm if others have driven the current file. */
export const versionEndpoint = (onNewVersion: readonly OnNewVersion[]): Endpoint => ({
  write: scope,
  async handle(ctx, request, params) {
    const form = await readForm(request);
    const trackId = trackIdOf(params.id);
    try {
      await guardWrite(ctx, request, form, scope);
      const { Version: version } = parseInput(sentVersion, formFields(form));
      const track = await visibleTrack(ctx, trackId);
      const verdict = mayReplaceFile(track.relation);
      if (!verdict.ok && ctx.viewer.accountId === null) throw signInFirst();
      assertAllowed(verdict);
      if (version === null) throw badRequest('Version: give the number of a version.', 'Version');
      await ctx.limits.consume('upload', { subject: `account ${ctx.viewer.accountId}` });
      const file = await factsOf(ctx, trackId, version);
      await inRetriedTransaction(ctx, (tx) =>
        makeCurrent(tx, { trackId, version, fields: form }, file, onNewVersion),
      );
      if (acceptsJson(request)) return json({ TrackId: trackId, Version: version });
      return seeOther(routes.trackEdit(trackId, 'version'));
    } catch (error) {
      return refusedForm(routes.trackEdit(trackId), form, error, request);
    }
  },
});
