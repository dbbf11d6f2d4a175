import type { z } from 'zod';
import type { Level } from '#lib/codes/level.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';

/** A form of /administration, with which site leaders and administrators change the edition. */
export interface AdminForm<Input> {
  /** for administrators of all editions only */
  readonly isOfInstallation?: true;
  readonly level: Level;
  readonly input: z.ZodType<Input>;
  /** The rule beyond the level; without it the level is the whole rule. Locks what it depends on. */
  allow?(tx: TxCtx, input: Input): Verdict | Promise<Verdict>;
  /** Changes and records it in one transaction; throws a Problem with a sentence. */
  run(tx: TxCtx, input: Input, reason: string): Promise<unknown>;
}

/** Any form, for the table: what `input` returns is what `allow` and `run` accept. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the input differs per form
export type AnyAdminForm = AdminForm<any>;

/** Checks that `allow` and `run` accept what `input` returns. */
export const adminForm = <Input>(form: AdminForm<Input>): AnyAdminForm => form;
