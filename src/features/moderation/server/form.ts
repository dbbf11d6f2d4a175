import type { Ctx } from '#platform/context.ts';
import { zodProblem } from '#platform/http/problem-reply.ts';
import { ReportAddress } from '../forms.ts';
import { reportable } from './visible.ts';

/** The subject of the form of GET /postcreate; throws a Problem if the address names nothing that this viewer may see. */
export async function reportedSubject(ctx: Ctx, address: URLSearchParams) {
  const parsed = ReportAddress.safeParse(Object.fromEntries(address));
  if (!parsed.success) throw zodProblem(parsed.error);
  const { subject, key, on } = parsed.data;
  return { subject: await reportable(ctx, subject, { key, on }), key, on };
}
