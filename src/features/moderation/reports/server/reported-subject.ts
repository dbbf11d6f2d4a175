import { storedLine } from '#lib/bbcode/line.ts';
import type { Ctx } from '#platform/context.ts';
import { parseInput } from '#platform/http/input.ts';
import { namesInLines } from '#platform/lines/lines.ts';
import { ReportAddress } from '../forms.ts';
import { reportable } from './visible-subject.ts';

/** Characters of the text of a subject that its reporter sees. */
const excerptMost = 600;

/** The subject, and its text as it reads, for the form of GET /postcreate; throws a Problem if the address names nothing that this viewer may see. */
export async function reportedSubject(ctx: Ctx, address: URLSearchParams) {
  const { subject, key, on } = parseInput(ReportAddress, Object.fromEntries(address));
  const found = await reportable(ctx, subject, { key, on });
  return {
    subject: found,
    excerpt: found.quote === null ? null : await excerptOf(ctx, found.quote),
    key,
    on,
  };
}

/** Moderators see a text with its codes, which may hide something; everyone else sees it as it reads. */
async function excerptOf(ctx: Ctx, quote: string) {
  const line = storedLine(quote.replace(/\[[^[\]]*…$/, '…')); // the last tag may have been cut
  return { line, longest: excerptMost, names: await namesInLines(ctx, [line]) };
}
