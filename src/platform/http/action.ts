import type { z } from 'zod';
import type { Verdict } from '#lib/rules/verdict.ts';
import { checkToken, tokenField, tokenHeader } from '#platform/anti-forgery.ts';
import { assertSanctionedNowhere, mayWrite } from '#platform/auth/sanctions.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import type { LimitName } from '#platform/rate-limits.ts';
import { assertAllWritable, assertWritable } from '#platform/switches/rules.ts';
import type { Viewer } from '#platform/viewer.ts';
import { cameFrom } from './address.ts';
import { formFields, readForm } from './form-body.ts';
import { parseInput } from './input.ts';
import { namesType, prefersHtml } from './negotiate.ts';
import { assertAllowed, ElsewhereFirst, Problem, sentSignedOut } from './problem.ts';
import { databaseProblem, retryAfter, shownBody } from './problem-reply.ts';
import { json, seeOther } from './send.ts';
import type { ApiAddress, Endpoint, HttpRequest, Reply, WriteScope } from './types.ts';
import { isSecretField, unsentForm } from './unsent.ts';

type Headers = NonNullable<Reply['headers']>;

interface SharedParts<Schema extends z.ZodType, Output> extends WriteScope {
  /** fields of the form and named parts of the address; where both have one, the address wins */
  input: Schema;
  /** where a browser without scripts is sent afterwards. Default: back to the page it came from */
  next?(output: Output, input: z.output<Schema>): string | null;
  /** the page that holds the form: a browser gets it again, with what was typed and the reason; null: none does */
  form?: string | ((form: URLSearchParams, request: HttpRequest) => string | null);
  /** headers of the response, such as set-cookie; made after the commit */
  headers?(output: Output, ctx: Ctx, request: HttpRequest): Headers;
  /** what a script gets as JSON. Default: the output */
  answer?(output: Output): object;
  /** secrets that a browser reads in this response only, and the page that shows them; without secrets `next` applies */
  once?(output: Output): { readonly path: string; readonly secrets: readonly string[] };
  /** where programs make the same write */
  api?: readonly ApiAddress[];
}

/** A write that concerns only the viewer, such as "mark all my notices as read". */
interface OwnParts<Schema extends z.ZodType, Output> extends SharedParts<Schema, Output> {
  subject?: undefined;
  /** who may do this: a required key, so that it cannot be forgotten */
  allow(ctx: Ctx, input: z.output<Schema>): Verdict | Promise<Verdict>;
  prepare?: undefined;
  /** writes in one transaction, which runs again after a deadlock; effects with tx.onCommit */
  run(tx: TxCtx, input: z.output<Schema>, request: HttpRequest): Promise<Output>;
}

/** A write that concerns only the sender and needs slow work, which would occupy a connection if it were in the transaction. */
interface PreparedParts<Schema extends z.ZodType, Prepared, Output> extends SharedParts<Schema, Output> {
  subject?: undefined;
  /** who may do this, before the slow work: a required key, so that it cannot be forgotten */
  allow(ctx: Ctx, input: z.output<Schema>): Verdict | Promise<Verdict>;
  /**
   * Slow work such as hashing, and limits that a failed write has used up all the same. Runs once, outside the transaction; throws
   * a Problem if what was sent proves wrong.
   */
  prepare(ctx: Ctx, input: z.output<Schema>, request: HttpRequest): Promise<Prepared>;
  /** writes what was prepared in one transaction, which runs again after a deadlock; effects with tx.onCommit */
  run(tx: TxCtx, prepared: Prepared, request: HttpRequest): Promise<Output>;
}

/** A write to something: a track, a comment, a report. */
interface SubjectParts<Schema extends z.ZodType, Subject, Output> extends SharedParts<Schema, Output> {
  /**
   * The role that the viewer must have for any subject, checked before anything is read. Without it, a viewer who cannot see
   * the subject gets a 404 even if their level never permits this.
   */
  role?(viewer: Viewer): Verdict;
  /** reads the subject and locks it until the transaction ends; throws a Problem 404 if the viewer may not see it */
  subject(tx: TxCtx, input: z.output<Schema>): Promise<Subject>;
  /** the whole rule: who may do this to the subject in its current state */
  allow(tx: TxCtx, subject: Subject, input: z.output<Schema>): Verdict | Promise<Verdict>;
  /** writes in the same transaction, without another rule; effects with tx.onCommit. After a deadlock all three run again */
  run(tx: TxCtx, subject: Subject, input: z.output<Schema>, request: HttpRequest): Promise<Output>;
}

export interface Action<Schema extends z.ZodType, Output> extends Endpoint {
  /** For pages, jobs and tests: the same rules and transaction, without the request around them. */
  perform(ctx: Ctx, input: z.output<Schema>, request: HttpRequest): Promise<Output>;
}

/**
 * A write: token → rate limit → input → role → transaction (subject → rule → run) → effects. Without a subject, the rule and
 * then the slow work of `prepare` come before the transaction. A client that accepts application/json gets the output as JSON,
 * all others See Other.
 */
export function action<Schema extends z.ZodType, Subject, Output extends object>(
  parts: SubjectParts<Schema, Subject, Output>,
): Action<Schema, Output>;
export function action<Schema extends z.ZodType, Prepared, Output extends object>(
  parts: PreparedParts<Schema, Prepared, Output>,
): Action<Schema, Output>;
export function action<Schema extends z.ZodType, Output extends object>(
  parts: OwnParts<Schema, Output>,
): Action<Schema, Output>;
export function action<Schema extends z.ZodType, Subject, Prepared, Output extends object>(
  parts:
    | OwnParts<Schema, Output>
    | PreparedParts<Schema, Prepared, Output>
    | SubjectParts<Schema, Subject, Output>,
): Action<Schema, Output> {
  async function perform(ctx: Ctx, input: z.output<Schema>, request: HttpRequest): Promise<Output> {
    if (!parts.subject) {
      assertViewerMay(ctx, await parts.allow(ctx, input));
      if (!parts.prepare) return inRetriedTransaction(ctx, (tx) => parts.run(tx, input, request));
      const prepared = await parts.prepare(ctx, input, request);
      return inRetriedTransaction(ctx, (tx) => parts.run(tx, prepared, request));
    }
    if (parts.role) assertViewerMay(ctx, parts.role(ctx.viewer));
    return inRetriedTransaction(ctx, async (tx) => {
      const subject = await parts.subject(tx, input);
      assertViewerMay(ctx, await parts.allow(tx, subject, input));
      return parts.run(tx, subject, input, request);
    });
  }

  return {
    perform,
    write: writeScope(parts),
    ...(parts.api && { api: parts.api }),
    async handle(ctx, request, params) {
      // outside the try: a form that cannot be read would be shown again empty, without what was typed
      const form = await readForm(request);
      try {
        await guardWrite(ctx, request, form, parts);
        const input = parseInput(parts.input, { ...formFields(form), ...params });
        const output = await perform(ctx, input, request);
        const headers = parts.headers?.(output, ctx, request);
        if (acceptsJson(request)) return json(parts.answer?.(output) ?? output, 200, headers);
        const { path: shownAt = '', secrets = [] } = parts.once?.(output) ?? {};
        if (secrets.length > 0) return secretsOnce(shownAt, secrets, headers);
        return seeOther(parts.next?.(output, input) ?? cameFrom(request, ctx.site), headers);
      } catch (error) {
        if (ctx.byToken) throw error;
        if (error instanceof ElsewhereFirst && prefersHtml(request.headers.accept))
          return seeOther(error.link);
        const unsent = unsentForm(ctx, request, form, error);
        if (unsent && (ctx.viewer.accountId === null || !parts.form)) return unsent;
        const { form: page } = parts;
        const path = typeof page === 'function' ? page(form, request) : page;
        if (path === undefined || path === null) throw error;
        return refusedForm(path, form, error, request);
      }
    },
  };
}

const secretsOnce = (path: string, once: readonly string[], headers: Headers | undefined): Reply => ({
  status: 200,
  headers: { ...headers, 'cache-control': 'no-store' },
  page: { path, once },
});

/** Throws the Problem of a negative verdict; for a visitor it is 401, unless the verdict states its answer. */
export function assertViewerMay({ viewer }: Ctx, verdict: Verdict): void {
  if (!verdict.ok && !verdict.answer && viewer.accountId === null) throw sentSignedOut();
  assertAllowed(verdict);
}

/** The part of a declaration that says which editions a write touches. */
export const writeScope = ({ touches, whileMuted, whileReadOnly }: WriteScope): WriteScope => ({
  touches,
  whileMuted,
  whileReadOnly,
});

interface Guard extends WriteScope {
  readonly limit?: LimitName;
}

/**
 * The checks that every write must pass first. The token comes as the form's field or as a header; a program with an API token needs
 * none. A write that changes an account is judged by every edition.
 */
export async function guardWrite(
  ctx: Ctx,
  request: HttpRequest,
  form: URLSearchParams,
  { limit = 'write', touches, whileMuted, whileReadOnly }: Guard,
): Promise<void> {
  if (!ctx.byToken) {
    const header = request.headers[tokenHeader];
    const inForm = form.getAll(tokenField);
    checkToken(ctx, request, inForm.length > 0 ? inForm : [header].flat());
  }
  const isOfAccount = touches === 'account';
  if (whileReadOnly !== 'allowed') (isOfAccount ? assertAllWritable : assertWritable)(ctx);
  if (whileMuted !== 'allowed' && !isOfAccount) assertAllowed(mayWrite(ctx));
  const { accountId } = ctx.viewer;
  const sender = accountId === null ? { address: request.address } : { subject: `account ${accountId}` };
  await ctx.limits.consume(limit, sender);
  if (whileMuted !== 'allowed' && isOfAccount) await assertSanctionedNowhere(ctx, 'account');
}

export const acceptsJson = (request: Pick<HttpRequest, 'headers'>): boolean =>
  namesType(request.headers.accept, 'application/json') && !prefersHtml(request.headers.accept);

/**
 * A browser gets the page of the form again with what was typed (locals.form) and the reason, even when the database
 * was unavailable; scripts get the Problem, and bugs are rethrown. Passwords and tokens are not sent back.
 */
export function refusedForm(
  path: string,
  form: URLSearchParams,
  error: unknown,
  request: HttpRequest,
): Reply {
  const refusal = error instanceof Problem ? error : databaseProblem(error);
  if (!refusal || !prefersHtml(request.headers.accept)) throw error;
  const values = new URLSearchParams([...form].filter(([name]) => !isSecretField(name)));
  const problem = shownBody(refusal);
  return {
    status: refusal.status,
    headers: { 'cache-control': 'no-store', vary: 'accept', ...retryAfter(refusal) },
    page: { path, problem, form: { action: request.path, values, problem } },
  };
}
