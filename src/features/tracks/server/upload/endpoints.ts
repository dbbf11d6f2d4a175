import type { Ctx, TxCtx } from '#platform/context.ts';
import { refusedForm } from '#platform/http/action.ts';
import { prefersHtml } from '#platform/http/negotiate.ts';
import { badRequest, denied, notFound, Problem, signInFirst } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { Endpoint, HttpRequest, Reply } from '#platform/http/types.ts';
import { routes } from '#routes.ts';
import type { UploadResult, UploadResults } from '../../analysis.ts';
import { mayUpload } from '../policy.ts';
import { analyseUpload } from './analyse.ts';
import { readEntries, type SentEntry } from './entries.ts';
import { withNamed } from './named-authors.ts';
import { withStaged } from './plain-pictures.ts';
import { checkedSettings, type IntoPack, publishUpload } from './publish.ts';
import { withUpload } from './receive.ts';

/** Functions that uploads need from higher features. */
export interface UploadSlots {
  /** adds a new track to this pack, or throws the reason why not */
  submitToPack(tx: TxCtx, track: Parameters<IntoPack>[1] & { readonly packId: number }): Promise<void>;
}

/** The routes of uploads other than pages. */
export const uploadEndpoints = (slots: UploadSlots): RouteTable => ({
  'POST /trackupload/analyse': analyseEndpoint,
  'POST /trackupload': publishEndpoint(slots),
  'POST /multitrackupload': publishEndpoint(slots),
});

/** POST /trackupload/analyse: multipart with one TrackFile → UploadAnalysis. */
const analyseEndpoint: Endpoint = {
  async handle(ctx, request) {
    assertMayUpload(ctx);
    return withUpload(ctx, request, { brings: 'one track', page: pageOf(request) }, async ({ files }) => {
      const [first] = files;
      if (!first) throw badRequest('TrackFile: choose a .Challenge.Gbx file.', 'TrackFile');
      if (!first.ok) throw first.problem;
      return json(await analyseUpload(ctx, first.file));
    });
  },
};

/**
 * POST /trackupload[?packid]: publishes every valid entry, into the pack if one is named. 200 if at least one track was published,
 * 507 if the disk is full, otherwise 422; `Results` always contains one result per entry, in the order of their indexes.
 * Browsers without scripts are redirected to the track.
 */
const publishEndpoint = (slots: UploadSlots): Endpoint => ({
  async handle(ctx, request) {
    assertMayUpload(ctx);
    const intoPack = packAsked(request, slots);
    return withUpload(ctx, request, { brings: 'tracks', page: pageOf(request) }, async (received) => {
      const entries = readEntries(received);
      if (entries.length === 0) {
        throw badRequest(
          'No tracks were sent: expected fields such as TrackEntries[0].TrackFile.',
          'TrackEntries',
        );
      }
      const results: UploadResult[] = [];
      for (const entry of entries) results.push(await publishEntry(ctx, entry, intoPack)); // sequential, because one entry may be a duplicate of another
      return resultsReply(request, received.fields, results);
    });
  },
});

/** `?packid=` adds every track of the form to this pack. */
function packAsked(request: HttpRequest, slots: UploadSlots): IntoPack | null {
  const asked = request.query.get('packid');
  if (asked === null) return null;
  if (!/^[1-9]\d{0,8}$/.test(asked)) throw notFound('This trackpack');
  return (tx, track) => slots.submitToPack(tx, { ...track, packId: Number(asked) });
}

/** The page of the form that was sent. */
const pageOf = ({ path, query }: HttpRequest): string => {
  const packId = query.get('packid');
  const page = path === routes.trackUploadAnalyse() ? routes.trackUpload() : path;
  return packId === null ? page : `${page}?packid=${encodeURIComponent(packId)}`;
};

/** Called before the form is read. */
function assertMayUpload({ viewer }: Ctx): void {
  const verdict = mayUpload(viewer);
  if (!verdict.ok) throw viewer.accountId === null ? signInFirst() : denied(verdict.reason);
}

/** The result of one entry. An error in an entry is its own result; only a bug fails the request. */
async function publishEntry(
  ctx: Ctx,
  { index, source, settings: sent, pictures }: SentEntry,
  intoPack: IntoPack | null,
): Promise<UploadResult> {
  try {
    const settings = await withNamed(ctx, sent);
    const publish = async (key: string) =>
      publishUpload(ctx, key, await withStaged(ctx, settings, pictures), intoPack);
    switch (source.from) {
      case 'nothing':
        throw new Problem(422, 'No file: send TrackFile or UploadKey.', { field: 'TrackFile' });
      case 'refused':
        throw source.problem;
      case 'upload':
        return await publish(source.key);
      case 'file': {
        checkedSettings(ctx, source.file.fileName, settings); // before the file is stored in vain
        const analysis = await analyseUpload(ctx, source.file);
        if (analysis.UploadKey !== null)
          return { ...(await publish(analysis.UploadKey)), Issues: analysis.Issues };
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
  const noRoom = problems.find((problem) => problem.status === 507);
  const first = noRoom ?? problems[0];
  const status = noRoom ? 507 : 422;
  if (!prefersHtml(request.headers.accept)) {
    if (published.length > 0 || !first) return json({ Results: results } satisfies UploadResults);
    return json({ ...first, status, Results: results }, status);
  }
  const [track] = published;
  if (!first)
    return seeOther(track && published.length === 1 ? routes.trackShow(track.TrackId) : routes.home());
  const counted =
    published.length > 0 ? [`${published.length} of ${results.length} tracks were published.`] : [];
  const detail = [...counted, ...problems.map((problem) => problem.detail)].join(' ');
  const problem = new Problem(status, detail, { file: first.file, field: first.field, link: first.link });
  return refusedForm(pageOf(request), form, problem, request);
}
