import type { z } from 'zod';
import type { Level } from '#lib/codes/level.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import type { SectionName } from '../../sections.ts';

/** What site leaders and administrators can do on /administration. */
export interface AdminAct<Input> {
  /** the section whose page has its form */
  readonly section: SectionName;
  readonly level: Level;
  readonly input: z.ZodType<Input>;
  /** The rule beyond the level; without it the level is the whole rule. Locks what it depends on. */
  allow?(tx: TxCtx, input: Input): Verdict | Promise<Verdict>;
  /** Changes and records it in one transaction; throws a Problem with a sentence. */
  run(tx: TxCtx, input: Input, reason: string): Promise<unknown>;
}

/** Any act, for the table: what `input` returns is what `allow` and `run` accept. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the input differs per act
export type AnyAdminAct = AdminAct<any>;

/** Checks that `allow` and `run` accept what `input` returns. */
export const adminAct = <Input>(act: AdminAct<Input>): AnyAdminAct => act;
