import type { z } from 'zod';
import type { TokenScope } from '#lib/codes/token-scopes.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import { senderByToken } from '#platform/auth/api-token.ts';
import { mayWrite } from '#platform/auth/sanctions.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { type Counted, limits } from '#platform/rate-limits.ts';
import { assertWritable } from '#platform/switches/rules.ts';
import { parseInput } from './input.ts';
import { readJson } from './json-body.ts';
import { assertAllowed, Problem } from './problem.ts';
import { type NamedQuota, quotaHeaders } from './quota.ts';
import { json } from './send.ts';
import type { Endpoint, HttpRequest, Reply } from './types.ts';

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

/** An address for programs with an API token: the description of the API lists it. */
export interface TokenEndpoint extends Endpoint {
  readonly scope: TokenScope | 'any';
  readonly about: string;
  /** the JSON document that is sent; absent: it only reads */
  readonly input?: z.ZodType;
  /** what the parameters of its query mean */
  readonly query?: Readonly<Record<string, string>>;
  /** what the fields of a multipart form contain that are files; absent: it takes none */
  readonly files?: Readonly<Record<string, string>>;
  readonly output: z.ZodType;
  /** such a document, for the API page */
  readonly example?: object;
}

/** A write by a program that no page makes. */
interface ProgramWrite<Input extends z.ZodType, Output extends z.ZodType> extends TokenEndpoint {
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
): ProgramWrite<Input, Output> {
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
      return answerByToken(visitorCtx, request, scope, async (ctx) => {
        assertWritable(ctx);
        assertAllowed(mayWrite(ctx));
        const given = parseInput(input, await readJson(request, parts.limitBytes));
        await parts.consume?.(ctx, given);
        return json(await perform(ctx, given));
      });
    },
  };
}

/** What programs with an API token read, and no visitor. */
export function tokenRead<Output extends z.ZodType>(
  parts: Pick<TokenEndpoint, 'scope' | 'about' | 'query'> & {
    readonly output: Output;
    /** throws a Problem if the token's owner may not read it */
    read(ctx: Ctx, request: HttpRequest, params: Readonly<Record<string, string>>): Promise<z.output<Output>>;
  },
): TokenEndpoint {
  const { read, ...described } = parts;
  return {
    ...described,
    async handle(visitorCtx, request, params) {
      return answerByToken(visitorCtx, request, parts.scope, async (ctx) =>
        json(await read(ctx, request, params)),
      );
    },
  };
}

/** What counts a request with a token, by the names that programs read. */
const counts = { account: 'token', address: 'token-address' } as const;

/**
 * Answers a request as its token's owner. It counts towards the limits of the account and of the address: another token of the same
 * account gives no more points, and neither does another account at the same address. The headers say what is left.
 */
export async function answerByToken(
  visitorCtx: Ctx,
  request: HttpRequest,
  scope: TokenEndpoint['scope'],
  answer: (ctx: Ctx) => Promise<Reply>,
): Promise<Reply> {
  const viewer = await senderByToken(visitorCtx, request, scope);
  const ctx: Ctx = { ...visitorCtx, viewer, byToken: true };
  const quotas: NamedQuota[] = [];
  const count = async (name: keyof typeof counts, counted: Counted) => {
    const limit = limits[counts[name]];
    try {
      quotas.push({ name, ...limit, ...(await ctx.limits.consume(counts[name], counted)) });
    } catch (refusal) {
      if (refusal instanceof Problem)
        quotas.push({
          name,
          ...limit,
          left: 0,
          resetSeconds: refusal.extra.retryAfterSeconds ?? limit.seconds,
        });
      throw refusal;
    }
  };
  try {
    await count('account', { subject: `account ${viewer.accountId}` });
    await count('address', { address: request.address });
    const reply = await answer(ctx);
    return { ...reply, headers: { ...reply.headers, ...quotaHeaders(quotas) } };
  } catch (error) {
    if (error instanceof Problem) error.extra.headers = { ...error.extra.headers, ...quotaHeaders(quotas) };
    throw error;
  }
}

export const isTokenEndpoint = (endpoint: Endpoint): endpoint is TokenEndpoint =>
  endpoint.scope !== undefined;
