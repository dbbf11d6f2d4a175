import type { Ctx } from '#platform/context.ts';
import { zodProblem } from '#platform/http/problem-reply.ts';
import { ReportAddress } from '../forms.ts';
import { visibleSubject } from './visible.ts';

/** What the form of GET /postcreate is about; throws a Problem when the address names nothing this viewer sees. */
export async function reportedSubject(ctx: Ctx, address: URLSearchParams) {
  const parsed = ReportAddress.safeParse(Object.fromEntries(address));
  if (!parsed.success) throw zodProblem(parsed.error);
  const { subject, key } = parsed.data;
  return { subject: await visibleSubject(ctx, subject, key), key };
}
