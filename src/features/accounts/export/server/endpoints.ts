import { z } from 'zod';
import { attachmentHeader } from '#lib/format/content-disposition.ts';
import { fileReply } from '#platform/files/serve.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { logSecurity } from '#platform/security-log.ts';
import { zipPlan } from '#platform/zip/plan.ts';
import { zipBlob } from '#platform/zip/zip-blob.ts';
import { get, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { formEndpoint } from '../../server/form-endpoint.ts';
import { ownAccountId } from '../../server/policy.ts';
import { mustHaveProvedRecently } from '../../server/recent-proof.ts';
import { exportFiles, ownExport, requestExport } from './export.ts';

/** GET /account/export.zip: only for its owner, and only soon after a sign-in. */
const download: Endpoint = {
  async handle(ctx, request) {
    const accountId = ownAccountId(ctx);
    mustHaveProvedRecently(ctx, routes.accountExport());
    const made = await ownExport(ctx);
    if (made.is === 'expired') throw new Problem(410, 'This export has expired: request a new one.');
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
  [post(routes.accountExport)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'leaving',
    input: z.object({}),
    run: requestExport,
    next: () => routes.accountExport('requested'),
    page: routes.accountExport(),
  }),
  [get(routes.accountExportZip)]: download,
};
