import type { Ctx } from '#platform/context.ts';
import { parseInput } from '#platform/http/input.ts';
import { ReportAddress } from '../forms.ts';
import { reportable } from './visible.ts';

/** The subject of the form of GET /postcreate; throws a Problem if the address names nothing that this viewer may see. */
export async function reportedSubject(ctx: Ctx, address: URLSearchParams) {
  const { subject, key, on } = parseInput(ReportAddress, Object.fromEntries(address));
  return { subject: await reportable(ctx, subject, { key, on }), key, on };
}
