import type { Ctx } from '#platform/context.ts';
import { refusedForm } from '#platform/http/action.ts';
import { SentForm } from '#platform/http/form-body.ts';
import type { FormRules } from '#platform/http/multipart.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import { withReceivedForm } from './receive-form.ts';

/** Receives a form for an endpoint that is not a fileAction yet. `page`: shows a refused form again. */
export async function withArrived<File>(
  ctx: Ctx,
  request: HttpRequest,
  reception: Pick<FormRules<File>, 'keep' | 'discard' | 'limits'> & { readonly page: string },
  run: (fields: URLSearchParams, files: readonly File[]) => Promise<Reply>,
): Promise<Reply> {
  const fields = new SentForm();
  try {
    const rules = { ...reception, fields, scope: { touches: 'edition' } as const };
    return await withReceivedForm(ctx, request, rules, (files) => run(fields, files));
  } catch (error) {
    return refusedForm(reception.page, fields, error, request);
  }
}
