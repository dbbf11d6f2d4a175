import { z } from 'zod';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { thumbnailFromGame } from '#platform/files/convert-pictures.ts';
import { action } from '#platform/http/action.ts';
import { isYes } from '#platform/http/form-body.ts';
import { badRequest, Problem } from '#platform/http/problem.ts';
import { takesUploads } from '#platform/switches/rules.ts';
import { fileAction } from '#platform/uploads/file-action.ts';
import type { ReceivedFile } from '#platform/uploads/received-file.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import type { UploadIssue } from '../../file/analysis.ts';
import { issueSchema } from '../../file/schemas.ts';
import { readFacts } from '../../file/server/analyse.ts';
import { fileIssues } from '../../file/server/checks.ts';
import { duplicateIssue } from '../../file/server/duplicates.ts';
import type { FileFacts } from '../../file/server/file-facts.ts';
import { mayReplaceFile } from '../../rights.ts';
import { lockedTrack, type StoredTrack, trackIdOf, visibleTrack } from '../../server/repo.ts';
import { trackDoor } from '../../server/track-actions.ts';
import { lockUid } from '../../upload/server/publish.ts';
import { oneFileForm, receiveTrackFile } from '../../upload/server/upload.ts';
import { rankedOthers } from './drivers.ts';
import { addVersion, type NewFile, type OnNewVersion } from './replace.ts';

interface NewVersion extends NewFile {
  readonly trackId: number;
  /** whether its sender accepts what replacing costs */
  readonly confirm: string;
}

const replaceAction = (onNewVersion: readonly OnNewVersion[]) =>
  action({
    touches: 'edition',
    input: z.custom<NewVersion>(),
    async subject(tx, { trackId, file }) {
      await lockUid(tx, file.uid);
      return lockedTrack(tx, trackId);
    },
    allow: (_, track) => mayReplaceFile(track.relation),
    async run(tx, track, given) {
      await assertNew(tx, track.track_id, given);
      await assertConfirmed(tx, track, given.confirm);
      return { TrackId: track.track_id, Version: await addVersion(tx, track, given, onNewVersion) };
    },
  });

/** POST /trackreplace/:id, multipart with TrackFile, and Confirm if others have driven the current file. */
export const replaceEndpoint = (onNewVersion: readonly OnNewVersion[]) => {
  const replace = replaceAction(onNewVersion);
  return fileAction({
    touches: 'edition',
    api: [
      {
        ...trackDoor,
        at: post(routes.apiTrackVersions),
        about: 'Replaces the file of one of your tracks; the earlier ones stay stored as its versions.',
        input: z.strictObject({
          Confirm: z.boolean().optional().describe('needed if others have driven the current file'),
        }),
        files: { TrackFile: 'the .Challenge.Gbx' },
        output: z.object({ TrackId: z.int(), Version: z.int(), Issues: z.array(issueSchema) }),
      },
    ],
    limits: oneFileForm,
    subject: (ctx, { params }) => visibleTrack(ctx, trackIdOf(params.id)),
    allow(ctx, { subject }) {
      const verdict = mayReplaceFile(subject.relation);
      return verdict.ok ? takesUploads(ctx) : verdict;
    },
    receive: receiveTrackFile,
    form: ({ subject }) => routes.trackEdit(subject.track_id),
    async run(ctx, { subject, fields, files, request }) {
      const sent = files.find(({ field }) => field === 'TrackFile');
      if (!sent) throw badRequest('TrackFile: choose a .Challenge.Gbx file.', 'TrackFile');
      if (sent.blob === null) throw sent.problem;
      await ctx.limits.consume('upload', { subject: `account ${ctx.viewer.accountId}` });
      const { fileName, blob } = sent;
      const { file, thumbnail: preview } = await readFacts(ctx, fileName, await blob.read());
      const issues = assertFit(ctx, sent, file);
      const picture = preview && (await thumbnailFromGame(ctx, preview));
      const thumbnail = picture && (await ctx.files.putBytes(picture));
      try {
        const confirm = fields.get('Confirm') ?? '';
        const version = { trackId: subject.track_id, fileName, blob, file, thumbnail, confirm };
        return { ...(await replace.perform(ctx, version, request)), Issues: issues };
      } finally {
        if (thumbnail) await ctx.files.discard(thumbnail);
      }
    },
    next: ({ TrackId }) => routes.trackEdit(TrackId, 'file'),
  });
};

/** Throws a Problem if a check of the upload finds an error. Returns warnings and notices. */
function assertFit(ctx: Ctx, { fileName, blob }: ReceivedFile, file: FileFacts): UploadIssue[] {
  const issues = fileIssues({ site: ctx.site, sites: ctx.sites, file, sizeBytes: blob.sizeBytes });
  const error = issues.find(({ Level }) => Level === 'error');
  if (error) throw new Problem(422, `${fileName}: ${error.Message}`, { file: fileName, field: 'TrackFile' });
  return issues;
}

async function assertNew(ctx: Ctx, trackId: number, { fileName, blob, file }: NewFile): Promise<void> {
  const duplicate = await duplicateIssue(ctx, { uid: file.uid, sha256: blob.sha256 }, trackId);
  if (!duplicate) return;
  const detail = `${fileName}: ${duplicate.Message}`;
  throw new Problem(409, detail, { file: fileName, field: 'TrackFile', link: duplicate.Link });
}

/** Requires confirmation if replays of others would no longer count. */
export async function assertConfirmed(ctx: Ctx, track: StoredTrack, confirm: string): Promise<void> {
  if (isYes(confirm)) return;
  const drivers = (await rankedOthers(ctx, track)).length;
  if (drivers === 0) return;
  throw new Problem(409, `Confirm: ${replacingCosts(track.name, drivers)} Tick the box to confirm.`, {
    field: 'Confirm',
  });
}

const replacingCosts = (name: string, drivers: number) =>
  `${drivers === 1 ? 'Someone has' : `${drivers} people have`} driven “${stripGameText(name)}”. Their replays stay listed, but stop counting once you replace the file.`;
