import type { z } from 'zod';
import type { TokenScope } from '#lib/codes/token-scopes.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import { senderByToken } from '#platform/auth/api-token.ts';
import { mayWrite } from '#platform/auth/sanctions.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { assertWritable } from '#platform/switches/rules.ts';
import { readBody } from './form-body.ts';
import { parseInput } from './input.ts';
import { assertAllowed, badRequest, Problem } from './problem.ts';
import { json } from './send.ts';
import type { Endpoint, HttpRequest } from './types.ts';

/** Reads a whole JSON document of at most `limitBytes`. Its content is checked by the caller. */
async function readJson(request: HttpRequest, limitBytes: number): Promise<unknown> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Problem(
      415,
      `The request must be sent as application/json, not as ${type ?? 'an unnamed type'}.`,
    );
  }
  const tooLarge = () => new Problem(413, `The request is larger than ${limitBytes / 1024} kB.`);
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  const bytes = await readBody(request, limitBytes, tooLarge);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('The request is not valid JSON in UTF-8.');
  }
}

interface Parts<Input extends z.ZodType, Output extends z.ZodType> {
  scope: TokenScope;
  /** what the endpoint does, for the description of the API */
  about: string;
  /** the JSON document that is sent */
  input: Input;
  /** the JSON document that is returned, for the description of the API */
  output: Output;
  limitBytes: number;
  /** another limit for this kind of write, after the input was read */
  consume?(ctx: Ctx, input: z.output<Input>): Promise<void>;
  /** who may do this: a required key, so that it cannot be forgotten */
  allow(ctx: Ctx, input: z.output<Input>): Verdict;
  /** writes in one transaction; effects with tx.onCommit */
  run(tx: TxCtx, input: z.output<Input>): Promise<z.output<Output>>;
}

/** A write by a program: the description of the API lists it. */
export interface TokenEndpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Endpoint {
  readonly scope: TokenScope;
  readonly about: string;
  readonly input: Input;
  readonly output: Output;
  /** For tests and the demo: the same rule and transaction, without the request around them. */
  perform(ctx: Ctx, input: z.output<Input>): Promise<z.output<Output>>;
}

/**
 * A write by a program: API token → rate limits → JSON → rule → transaction. No cookie is read, so no anti-forgery token is
 * needed: a browser never sends an API token by itself.
 */
export function tokenEndpoint<Input extends z.ZodType, Output extends z.ZodType>(
  parts: Parts<Input, Output>,
): TokenEndpoint<Input, Output> {
  const { scope, about, input, output } = parts;
  async function perform(ctx: Ctx, given: z.output<Input>): Promise<z.output<Output>> {
    assertAllowed(parts.allow(ctx, given));
    return inRetriedTransaction(ctx, (tx) => parts.run(tx, given));
  }
  return {
    scope,
    about,
    input,
    output,
    perform,
    async handle(visitorCtx, request) {
      const ctx: Ctx = { ...visitorCtx, viewer: await senderByToken(visitorCtx, request, scope) };
      assertWritable(ctx);
      assertAllowed(mayWrite(ctx));
      // per account: another token of the same account gives no more points
      await ctx.limits.consume('token', { subject: `account ${ctx.viewer.accountId}` });
      const given = parseInput(input, await readJson(request, parts.limitBytes));
      await parts.consume?.(ctx, given);
      return json(await perform(ctx, given));
    },
  };
}

export const isTokenEndpoint = (endpoint: Endpoint): endpoint is TokenEndpoint =>
  endpoint.scope !== undefined;
