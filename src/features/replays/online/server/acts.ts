import { z } from 'zod';
import type { ActRef, StoredAct } from '#features/modlog/acts.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import { act, storedIn } from '#features/modlog/server/act.ts';
import { latestAct } from '#features/modlog/server/repo.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import {
  hasRecords,
  type RecordsOf,
  removeRecords,
  restoreRecords,
  sentBy,
  setSender,
} from './remove-records.ts';
import { type SenderState, senderState } from './senders.ts';

interface RemovalInput {
  /** null: all servers */
  readonly Server: string | null;
}

/** Before the name of a server in a form, because a server may have an empty name. */
const mark = 'server ';

const recordsOf = ({ kind, id }: ActRef, server: string | null): RecordsOf =>
  kind === 'track' ? { kind, id } : { kind: 'user', id, server };

const remove = act<RemovalInput, ActRef>({
  name: 'records.remove',
  label: 'Removed a set of online records',
  group: 'removed',
  offer: {
    kinds: ['user', 'track'],
    button: 'Remove online records',
    fields: async (ctx, { kind, id }) => {
      if (kind === 'track') return [];
      const { servers } = await sentBy(ctx, id);
      return [
        {
          name: 'Server',
          label: 'Which of them',
          hint: 'Sent by this account. If you remove all, later records wait for review.',
          type: 'choice',
          options: [
            { value: '', label: 'All that this account sent' },
            ...servers.map((server) => ({
              value: `${mark}${server}`,
              label: `Only those of “${stripGameText(server) || 'a server without a name'}”`,
            })),
          ],
        },
      ];
    },
    allow: async (ctx, subject, input) =>
      (await hasRecords(ctx, recordsOf(subject, input?.Server ?? null)))
        ? yes
        : conflict('There are no online records to remove.'),
  },
  input: z.object({
    Server: z
      .string('must be sent once')
      .max(200, 'is too long')
      .optional()
      .transform((sent) => (sent?.startsWith(mark) ? sent.slice(mark.length) : null)),
  }),
  run: async (tx, subject, { Server: server }, { reason }) => {
    const of = recordsOf(subject, server);
    const { batch, records, senderBefore } = await removeRecords(tx, of, oneLine(reason));
    return {
      before: {
        Records: records,
        ...(server !== null && { Server: stripGameText(server) || 'no name' }),
        server,
      },
      after: { Records: 0, batch, senderBefore },
      personId: of.kind === 'user' ? subject.id : null,
    };
  },
  undo: { as: 'records.restore', run: restored },
});

const Removed = z.object({
  batch: z.uuid(),
  senderBefore: z.enum(['approved', 'held', 'unknown']).nullable(),
});

/** Restores exactly what an act removed. */
async function restored(tx: TxCtx, { subject, before, after }: StoredAct): Promise<ActFacts> {
  const removed = storedIn(Removed, after, 'The log doesn’t say which records.');
  const records = await restoreRecords(tx, removed, subject.id);
  return {
    before: { Records: 0 },
    after: { Records: records, server: before.server === undefined ? null : String(before.server) },
    personId: subject.kind === 'user' ? subject.id : null,
  };
}

const noneTogether = 'No online records were removed together.';

const restore = act({
  name: 'records.restore',
  label: 'Restored a set of online records',
  group: 'restored',
  effect: 'favourable',
  offer: {
    kinds: ['user', 'track'],
    button: 'Restore online records',
    reasons: 'inFavour',
    allow: async (ctx, subject) =>
      (await latestAct(ctx, subject, [remove.name])) ? yes : conflict(noneTogether),
  },
  run: async (tx, subject) => {
    const removal = await latestAct(tx, subject, [remove.name]);
    if (!removal) throw new Problem(409, noneTogether);
    return { ...(await restored(tx, removal)), undoes: removal.actId };
  },
  undo: {
    as: 'records.remove',
    input: ({ after }): RemovalInput => ({ Server: typeof after.server === 'string' ? after.server : null }),
  },
});

const sendsRecords = (ctx: Ctx, id: number) => hasRecords(ctx, { kind: 'user', id, server: null });

/** Sets what the crew thinks of a server. */
async function decide(tx: TxCtx, id: number, state: SenderState): Promise<ActFacts> {
  const before = await setSender(tx, id, state);
  return {
    before: { Approved: before === 'approved', state: before },
    after: { Approved: state === 'approved', state },
    personId: id,
  };
}

const State = z.object({ state: z.enum(['approved', 'held', 'unknown']) });

const approve = act({
  name: 'server.approve',
  label: 'Approved a game server',
  group: 'other',
  effect: 'favourable',
  offer: {
    kinds: ['user'],
    button: 'Approve game server',
    reasons: 'inFavour',
    allow: async (ctx, { id }) => {
      if ((await senderState(ctx, id)) === 'approved') return conflict('This server is already approved.');
      return (await sendsRecords(ctx, id)) ? yes : conflict('This account sends no online records.');
    },
  },
  run: (tx, { id }) => decide(tx, id, 'approved'),
  undo: {
    as: 'server.revoke',
    run: (tx, { subject, before }) => {
      const stored = State.safeParse(before);
      return decide(tx, subject.id, stored.data?.state === 'held' ? 'held' : 'unknown');
    },
  },
});

const revoke = act({
  name: 'server.revoke',
  label: 'Unapproved a game server',
  group: 'hidden',
  offer: {
    kinds: ['user'],
    button: 'Unapprove game server',
    allow: async (ctx, { id }) =>
      (await senderState(ctx, id)) === 'approved' ? yes : conflict('This server isn’t approved.'),
  },
  run: (tx, { id }) => decide(tx, id, 'unknown'),
  undo: 'server.approve',
});

/** Moderator actions on many online records at once, and on the accounts that send them. */
export const onlineActs = [approve, revoke, remove, restore];
