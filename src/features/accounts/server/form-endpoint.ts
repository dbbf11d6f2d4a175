import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { acceptsJson, guardWrite, refusedForm, writeScope } from '#platform/http/action.ts';
import { formFields, readForm } from '#platform/http/form-body.ts';
import { parseInput } from '#platform/http/input.ts';
import { prefersHtml } from '#platform/http/negotiate.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { Endpoint, HttpRequest, Reply, WriteScope } from '#platform/http/types.ts';
import { ConfirmFirst } from './recent-proof.ts';

interface Parts<Schema extends z.ZodType, Output> {
  input: Schema;
  run(ctx: Ctx, request: HttpRequest, input: z.output<Schema>): Promise<Output>;
  /** the response for scripts, and the cookies for all clients */
  answer?(output: Output): { value: object; setCookies: string[] };
  /** other headers of the response */
  headers?: NonNullable<Reply['headers']>;
  /** where a browser is redirected */
  next(input: z.output<Schema>, request: HttpRequest, output: Output, ctx: Ctx): string;
  /** a page that shows secrets of this response once, and the secrets; otherwise `next` */
  once?(output: Output): { path: string; secrets: readonly string[] };
  /** whether it changes something of this edition or of the account, which all editions share */
  touches: 'edition' | 'account';
  /** why it works for muted users and on read-only editions; without a reason it is refused */
  alwaysFor?: AlwaysFor;
  /** the page that shows a refused form again; otherwise the error page */
  page?: string | ((form: URLSearchParams) => string);
}

/** Why a form of accounts always works. Nothing else is a reason: what others see, or what only adds a convenience, is refused. */
export type AlwaysFor = 'signing in and out' | 'the safety of the account' | 'leaving' | 'what only they see';

const always = { whileMuted: 'allowed', whileReadOnly: 'allowed' } as const;

/**
 * A form with slow work (hashing) or limits in separate tables: unlike `action`, it opens its transaction only when it writes,
 * so that many sign-ins cannot occupy all connections.
 */
export function formEndpoint<Schema extends z.ZodType, Output>(parts: Parts<Schema, Output>): Endpoint {
  const { touches, alwaysFor } = parts;
  const scope: WriteScope = alwaysFor ? { touches, ...always } : { touches };
  return {
    write: writeScope(scope),
    async handle(ctx, request, params) {
      const form = await readForm(request);
      try {
        await guardWrite(ctx, request, form, scope);
        const input = parseInput(parts.input, { ...formFields(form), ...params });
        const output = await parts.run(ctx, request, input);
        const { value, setCookies } = parts.answer?.(output) ?? { value: {}, setCookies: [] };
        const headers = { ...parts.headers, ...(setCookies.length > 0 && { 'set-cookie': setCookies }) };
        if (acceptsJson(request)) return json(value, 200, headers);
        const once = parts.once?.(output);
        if (once && once.secrets.length > 0) {
          return {
            status: 200,
            headers: { ...headers, 'cache-control': 'no-store' },
            page: { path: once.path, once: once.secrets },
          };
        }
        return seeOther(parts.next(input, request, output, ctx), headers);
      } catch (error) {
        if (error instanceof ConfirmFirst && prefersHtml(request.headers.accept)) return seeOther(error.link);
        if (!parts.page) throw error;
        const page = typeof parts.page === 'string' ? parts.page : parts.page(form);
        return refusedForm(page, form, error, request);
      }
    },
  };
}
