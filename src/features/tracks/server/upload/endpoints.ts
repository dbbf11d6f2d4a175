import type { Ctx } from '#platform/context.ts';
import { guardWrite, refusedForm } from '#platform/http/action.ts';
import { prefersHtml } from '#platform/http/negotiate.ts';
import { badRequest, denied, Problem, signInFirst } from '#platform/http/problem.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { Endpoint, HttpRequest, Reply } from '#platform/http/types.ts';
import { routes } from '#routes.ts';
import type { UploadResult, UploadResults } from '../../analysis.ts';
import { mayUpload } from '../policy.ts';
import { analyseUpload } from './analyse.ts';
import { readEntries, type SentEntry } from './entries.ts';
import { checkedSettings, publishUpload } from './publish.ts';
import { discardFiles, type ReceivedUpload, receiveUpload } from './receive.ts';

/** POST /trackupload/analyse: multipart with one TrackFile → UploadAnalysis. */
export const analyseEndpoint: Endpoint = {
  async handle(ctx, request) {
    return withUpload(ctx, request, async ({ files }) => {
      const [first] = files;
      if (!first) throw badRequest('TrackFile: choose a .Challenge.Gbx file.', 'TrackFile');
      if (!first.ok) throw first.problem;
      return json(await analyseUpload(ctx, first.file));
    });
  },
};

/**
 * POST /trackupload: publishes every entry it can. 200 when at least one track was published, else 422; in both cases
 * `Results` holds one answer per entry, in the order of their indexes. A browser without scripts is led to the track.
 */
export const publishEndpoint: Endpoint = {
  async handle(ctx, request) {
    return withUpload(ctx, request, async (received) => {
      const entries = readEntries(received);
      if (entries.length === 0) {
        throw badRequest(
          'No tracks were sent: expected fields such as TrackEntries[0].TrackFile.',
          'TrackEntries',
        );
      }
      const results: UploadResult[] = [];
      for (const entry of entries) results.push(await publishEntry(ctx, entry)); // in turn: one may double another
      return resultsReply(request, received.fields, results);
    });
  },
};

/** Who may, then the body, then the token; in the end nothing of the form is left in the store's temporary folder. */
async function withUpload(
  ctx: Ctx,
  request: HttpRequest,
  run: (received: ReceivedUpload) => Promise<Reply>,
): Promise<Reply> {
  const verdict = mayUpload(ctx.viewer);
  if (!verdict.ok) throw ctx.viewer.accountId === null ? signInFirst() : denied(verdict.reason);
  const received = await receiveUpload(ctx, request);
  try {
    await guardWrite(ctx, request, received.fields);
    return await run(received);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusedForm(routes.trackUpload(), received.fields, error, request);
  } finally {
    await discardFiles(ctx, received.files);
  }
}

/** One entry's answer. Only a bug of ours ends the request; what is wrong with an entry stays with it. */
async function publishEntry(ctx: Ctx, { index, source, settings }: SentEntry): Promise<UploadResult> {
  try {
    switch (source.from) {
      case 'nothing':
        throw new Problem(422, 'No file: send TrackFile or UploadKey.', { field: 'TrackFile' });
      case 'refused':
        throw source.problem;
      case 'upload':
        return await publishUpload(ctx, source.key, settings);
      case 'file': {
        checkedSettings(ctx, source.file.fileName, settings); // before the file is kept for nothing
        const analysis = await analyseUpload(ctx, source.file);
        if (analysis.UploadKey !== null) return await publishUpload(ctx, analysis.UploadKey, settings);
        const [issue] = analysis.Issues.filter(({ Level }) => Level === 'error');
        const detail = `${analysis.FileName}: ${issue?.Message ?? 'This file is refused.'}`;
        throw new Problem(issue?.Code === 'duplicate' ? 409 : 422, detail, {
          file: analysis.FileName,
          field: 'TrackFile',
          link: issue?.Link,
        });
      }
      default:
        return source satisfies never;
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const field = error.extra.field?.split('.').at(-1) ?? 'TrackFile';
    return { Problem: { ...error.body, field: `TrackEntries[${index}].${field}` } };
  }
}

function resultsReply(request: HttpRequest, form: URLSearchParams, results: UploadResult[]): Reply {
  const published = results.flatMap((result) => ('TrackId' in result ? [result] : []));
  const problems = results.flatMap((result) => ('Problem' in result ? [result.Problem] : []));
  const [first] = problems;
  if (!prefersHtml(request.headers.accept)) {
    if (published.length > 0 || !first) return json({ Results: results } satisfies UploadResults);
    return json({ ...first, status: 422, Results: results }, 422);
  }
  const [track] = published;
  if (!first)
    return seeOther(track && published.length === 1 ? routes.trackShow(track.TrackId) : routes.home());
  const counted =
    published.length > 0 ? [`${published.length} of ${results.length} tracks were published.`] : [];
  const detail = [...counted, ...problems.map((problem) => problem.detail)].join(' ');
  const problem = new Problem(422, detail, { file: first.file, field: first.field, link: first.link });
  return refusedForm(routes.trackUpload(), form, problem, request);
}
