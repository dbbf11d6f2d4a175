import type { z } from 'zod';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import { type Action, acceptsJson, assertViewerMay, refusedForm, writeScope } from '#platform/http/action.ts';
import { SentForm } from '#platform/http/form-body.ts';
import type { FormLimits, SentFile } from '#platform/http/multipart.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { ApiAddress, Endpoint, HttpRequest, Reply, WriteScope } from '#platform/http/types.ts';
import { isMultipart, withReceivedForm } from './receive-form.ts';

interface Address {
  /** the named parts of the address */
  readonly params: Readonly<Record<string, string>>;
  readonly request: HttpRequest;
}

/** What is known of a form before its first byte is received. */
interface Announced<Subject> extends Address {
  readonly subject: Subject;
}

interface Received<Subject, File> extends Announced<Subject> {
  readonly fields: URLSearchParams;
  readonly files: readonly File[];
}

/** `blob` is discarded at the end; null if this file was refused and the form was not. */
interface Discardable {
  readonly blob: TempBlob | null;
}

interface Parts<Subject, File extends Discardable, Output extends object> extends WriteScope {
  limits: FormLimits;
  /** what the address names, for the rule; throws a Problem 404 if the viewer may not see it */
  subject?(ctx: Ctx, address: Address): Subject | Promise<Subject>;
  /** who may send the form: a required key, so that it cannot be forgotten */
  allow(ctx: Ctx, about: Announced<Subject>): Verdict | Promise<Verdict>;
  /** receives one file, usually by receiveFile; throws a Problem to refuse the whole form */
  receive(ctx: Ctx, file: SentFile): Promise<File>;
  /** the page that holds the form: a browser gets it again, with what was typed and the reason; null: none does */
  form: string | null | ((about: Announced<Subject>) => string);
  /** Slow work, then the transaction: `perform` of an action, or `storeDrawn`. Its rule is judged again there. */
  run(ctx: Ctx, form: Received<Subject, File>): Promise<Output>;
  /** where a browser without scripts is sent afterwards. Without it, browsers get the output as JSON, as scripts do */
  next?(output: Output, form: Received<Subject, File>): string;
  /** the whole reply instead, such as one result for each entry */
  reply?(output: Output, form: Received<Subject, File>): Reply;
  /** the same write, sent by a form that is not multipart. Default: received like one without files */
  plain?: Action<z.ZodType, object>;
  /** where programs make the same write */
  api?: readonly ApiAddress[];
}

/** A write with files. `limits`: of its form. */
export interface FileAction extends Endpoint {
  readonly limits: FormLimits;
}

/**
 * A write with files: subject → rule → token → rate limits → fields and files → run → reply. The rule, the token and the limits are
 * judged before the first byte of a file is received. Whatever happens, no file stays in the temporary folder.
 */
export function fileAction<Subject, File extends Discardable, Output extends object>(
  parts: Parts<Subject, File, Output>,
): FileAction {
  const { limits } = parts;
  return {
    limits,
    write: writeScope(parts),
    ...(parts.api && { api: parts.api }),
    async handle(ctx, request, params) {
      if (parts.plain && !isMultipart(request)) return parts.plain.handle(ctx, request, params);
      const subject = (await parts.subject?.(ctx, { params, request })) as Subject; // undefined if none is declared
      const about = { subject, params, request };
      assertViewerMay(ctx, await parts.allow(ctx, about));
      const form = ctx.byToken ? null : parts.form;
      const page = typeof form === 'function' ? form(about) : form;
      const fields = new SentForm();
      const reception = {
        limits,
        scope: writeScope(parts),
        fields,
        keep: (file: SentFile) => parts.receive(ctx, file),
        discard: async ({ blob }: File) => void (blob && (await ctx.files.discard(blob))),
      };
      try {
        return await withReceivedForm(ctx, request, reception, async (files) => {
          const received = { ...about, fields, files };
          const output = await parts.run(ctx, received);
          if (parts.reply) return parts.reply(output, received);
          if (!parts.next || acceptsJson(request)) return json(output);
          return seeOther(parts.next(output, received));
        });
      } catch (error) {
        if (page === null) throw error;
        return refusedForm(page, fields, error, request);
      }
    },
  };
}

export const isFileAction = (endpoint: Endpoint): endpoint is FileAction => 'limits' in endpoint;
