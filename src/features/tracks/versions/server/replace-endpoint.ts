import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { thumbnailFromGame } from '#platform/files/image.ts';
import { acceptsJson } from '#platform/http/action.ts';
import { assertAllowed, badRequest, Problem, sentSignedOut } from '#platform/http/problem.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { takesUploads } from '#platform/switches/rules.ts';
import { routes } from '#routes/routes.ts';
import type { UploadIssue } from '../../file/analysis.ts';
import { type ArrivedFile, readFacts } from '../../file/server/analyse.ts';
import { fileIssues } from '../../file/server/checks.ts';
import { duplicateIssue } from '../../file/server/duplicates.ts';
import type { FileFacts } from '../../file/server/file-facts.ts';
import { mayReplaceFile } from '../../rights.ts';
import { lockedTrack, type StoredTrack, trackIdOf, visibleTrack } from '../../server/repo.ts';
import { lockUid } from '../../upload/server/publish.ts';
import { type ReceivedUpload, withUpload } from '../../upload/server/receive.ts';
import { rankedOthers } from './drivers.ts';
import { addVersion, type OnNewVersion } from './replace.ts';

/** POST /trackreplace/:id, multipart with TrackFile, and Confirm if others have driven the current file. */
export const replaceEndpoint = (onNewVersion: readonly OnNewVersion[]): Endpoint => ({
  async handle(ctx, request, params) {
    const track = await visibleTrack(ctx, trackIdOf(params.id));
    const verdict = mayReplaceFile(track.relation);
    if (!verdict.ok && ctx.viewer.accountId === null) throw sentSignedOut();
    assertAllowed(verdict);
    assertAllowed(takesUploads(ctx));
    const form = { brings: 'one track', page: routes.trackEdit(track.track_id) } as const;
    return withUpload(ctx, request, form, async (received) => {
      const { version, issues } = await replaceFile(ctx, track, received, onNewVersion);
      if (acceptsJson(request)) return json({ TrackId: track.track_id, Version: version, Issues: issues });
      return seeOther(routes.trackEdit(track.track_id, 'file'));
    });
  },
});

async function replaceFile(
  ctx: Ctx,
  { track_id: trackId }: StoredTrack,
  { fields, files }: ReceivedUpload,
  onNewVersion: readonly OnNewVersion[],
): Promise<{ version: number; issues: UploadIssue[] }> {
  const sent = files.find(({ field }) => field === 'TrackFile');
  if (!sent) throw badRequest('TrackFile: choose a .Challenge.Gbx file.', 'TrackFile');
  if (!sent.ok) throw sent.problem;
  await ctx.limits.consume('upload', { subject: `account ${ctx.viewer.accountId}` });
  const { fileName, blob } = sent.file;
  const { file, thumbnail } = await readFacts(ctx, fileName, await blob.read());
  const issues = assertFit(ctx, sent.file, file);
  const picture = thumbnail && (await thumbnailFromGame(ctx, thumbnail));
  const pictureBlob = picture && (await ctx.files.putBytes(picture));
  try {
    const version = await inRetriedTransaction(ctx, async (tx) => {
      await lockUid(tx, file.uid);
      const track = await lockedTrack(tx, trackId);
      assertAllowed(mayReplaceFile(track.relation)); // again: reading the file took time
      await assertNew(tx, trackId, sent.file, file);
      await assertConfirmed(tx, track, fields.get('Confirm') ?? '');
      return addVersion(tx, track, { fileName, blob, file, thumbnail: pictureBlob }, onNewVersion);
    });
    return { version, issues };
  } finally {
    if (pictureBlob) await ctx.files.discard(pictureBlob);
  }
}

/** Throws a Problem if a check of the upload finds an error. Returns warnings and notices. */
function assertFit(ctx: Ctx, { fileName, blob }: ArrivedFile, file: FileFacts): UploadIssue[] {
  const issues = fileIssues({ site: ctx.site, sites: ctx.sites, file, sizeBytes: blob.sizeBytes });
  const error = issues.find(({ Level }) => Level === 'error');
  if (error) throw new Problem(422, `${fileName}: ${error.Message}`, { file: fileName, field: 'TrackFile' });
  return issues;
}

async function assertNew(
  ctx: Ctx,
  trackId: number,
  { fileName, blob }: ArrivedFile,
  { uid }: FileFacts,
): Promise<void> {
  const double = await duplicateIssue(ctx, { uid, sha256: blob.sha256 }, trackId);
  if (!double) return;
  const detail = `${fileName}: ${double.Message}`;
  throw new Problem(409, detail, { file: fileName, field: 'TrackFile', link: double.Link });
}

/** Requires confirmation if replays of others would no longer count. */
export async function assertConfirmed(ctx: Ctx, track: StoredTrack, confirm: string): Promise<void> {
  if (/^(true|1|on|yes)$/i.test(confirm)) return;
  const drivers = (await rankedOthers(ctx, track)).length;
  if (drivers === 0) return;
  throw new Problem(409, `Confirm: ${replacingCosts(track.name, drivers)} Confirm that you want this.`, {
    field: 'Confirm',
  });
}

const replacingCosts = (name: string, drivers: number) =>
  `${drivers === 1 ? 'Someone has' : `${drivers} people have`} driven “${stripGameText(name)}”. Their replays stay listed, but no longer count once the file is replaced.`;
