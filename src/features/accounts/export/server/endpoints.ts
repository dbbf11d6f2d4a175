import { z } from 'zod';
import { attachmentHeader } from '#lib/format/content-disposition.ts';
import { fileReply } from '#platform/files/serve.ts';
import { action } from '#platform/http/action.ts';
import { assertAllowed, notFound, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { logSecurity } from '#platform/security-log.ts';
import { zipPlan } from '#platform/zip/plan.ts';
import { zipBlob } from '#platform/zip/zip-blob.ts';
import { get, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { alwaysFor, mayChangeAfterProof, ownAccountId } from '../../server/policy.ts';
import { countExport, exportFiles, ownExport, requestExport } from './export.ts';

const afterProof = mayChangeAfterProof(routes.accountExport());

/** GET /account/export.zip: only for its owner, and only soon after a sign-in. */
const download: Endpoint = {
  async handle(ctx, request) {
    const accountId = ownAccountId(ctx);
    assertAllowed(afterProof(ctx));
    const made = await ownExport(ctx);
    if (made.is === 'expired') throw new Problem(410, 'This export has expired. Request a new one.');
    if (made.is !== 'ready') throw notFound('This export');
    await ctx.limits.consume('zip', { subject: `account ${accountId}` });
    const plan = await zipPlan(await exportFiles(ctx, made.exportId));
    logSecurity(ctx, 'export.downloaded', { accountId });
    return fileReply(request, {
      blob: zipBlob(ctx.files, plan),
      sha256: plan.sha256,
      modifiedAt: null,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': attachmentHeader(`paddock-${made.readyAt.toISOString().slice(0, 10)}.zip`),
        'cache-control': 'private, no-store',
      },
    });
  },
};

/** The export of the viewer's own data. */
export const exportRoutes: RouteTable = {
  [post(routes.accountExport)]: action({
    touches: 'account',
    ...alwaysFor('leaving'),
    input: z.object({}),
    allow: afterProof,
    prepare: countExport,
    run: requestExport,
    next: () => routes.accountExport('requested'),
    form: routes.accountExport(),
  }),
  [get(routes.accountExportZip)]: download,
};
