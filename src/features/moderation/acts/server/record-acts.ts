import { z } from 'zod';
import {
  hasRecords,
  type RecordsOf,
  removeRecords,
  restoreRecords,
  type SenderState,
  senderState,
  sentBy,
  setRecordApproved,
  setSender,
} from '#features/replays/server/moderated.ts';
import { Level } from '#lib/codes/level.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { AnyAct, ModeratorAct, StoredAct, UndoRule } from './act.ts';
import { type Nothing, shared } from './plain-acts.ts';
import { latestAct } from './stored.ts';
import { byFeature } from './text-undos.ts';

interface RemovalInput {
  /** '' for all servers; with a mark before it, because a server may have an empty name */
  readonly Server: string | null;
}

const mark = 'server ';

const recordsOf = (kind: string, id: number, server: string | null): RecordsOf =>
  kind === 'track' ? { kind, id } : { kind: 'user', id, server };

const Removed = z.object({
  batch: z.uuid(),
  senderBefore: z.enum(['approved', 'held', 'unknown']).nullable(),
});

/** What an act stored that removed many records. */
function removedIn(after: StoredAct['after']) {
  const parsed = Removed.safeParse(after);
  if (!parsed.success) throw new Problem(409, 'Which records it was is not stored.');
  return parsed.data;
}

async function remove(tx: TxCtx, kind: string, id: number, server: string | null, reason: string) {
  const of = recordsOf(kind, id, server);
  const { batch, records, senderBefore } = await removeRecords(tx, of, reason.replace(/\s+/g, ' ').trim());
  return {
    before: {
      Records: records,
      ...(server !== null && { Server: stripGameText(server) || 'no name' }),
      server,
    },
    after: { Records: 0, batch, senderBefore },
    personId: of.kind === 'user' ? id : null,
  };
}

async function restore(tx: TxCtx, act: StoredAct) {
  const removed = removedIn(act.after);
  const records = await restoreRecords(tx, removed, act.subject.id);
  return {
    before: { Records: 0 },
    after: { Records: records, server: act.before.server === undefined ? null : String(act.before.server) },
    personId: act.subject.kind === 'user' ? act.subject.id : null,
  };
}

const removing: ModeratorAct<RemovalInput> = {
  ...shared({ name: 'records.remove', kind: 'user', label: 'Remove online records' }),
  kinds: ['user', 'track'],
  level: Level.moderator,
  fields: async (ctx, { kind, id }) => {
    if (kind === 'track') return [];
    const { servers } = await sentBy(ctx, id);
    return [
      {
        name: 'Server',
        label: 'Which of them',
        hint: 'Sent by this account. If all are removed, what it sends afterwards waits for a moderator.',
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
  input: z.object({
    Server: z
      .string('must be sent once')
      .max(200, 'is too long')
      .optional()
      .transform((sent) => (sent?.startsWith(mark) ? sent.slice(mark.length) : null)),
  }),
  allow: async (ctx, { kind, id }, input) =>
    (await hasRecords(ctx, recordsOf(kind, id, input?.Server ?? null)))
      ? yes
      : conflict('There are no online records to remove.'),
  run: (tx, { kind, id }, { Server }, reason) => remove(tx, kind, id, Server, reason),
};

const restoring: ModeratorAct<Nothing> = {
  ...shared({ name: 'records.restore', kind: 'user', label: 'Restore online records' }),
  kinds: ['user', 'track'],
  allow: async (ctx, subject) =>
    (await latestAct(ctx, subject, ['records.remove']))
      ? yes
      : conflict('No online records were removed together.'),
  run: async (tx, subject) => {
    const act = await latestAct(tx, subject, ['records.remove']);
    if (!act) throw new Problem(409, 'No online records were removed together.');
    return { ...(await restore(tx, act)), undoes: act.actId };
  },
};

const sendsRecords = async (ctx: Ctx, id: number) => hasRecords(ctx, { kind: 'user', id, server: null });

/** Sets what the crew thinks of a server, and facts for the log. */
async function decide(tx: TxCtx, id: number, state: SenderState) {
  const before = await setSender(tx, id, state);
  return {
    before: { Approved: before === 'approved', state: before },
    after: { Approved: state === 'approved', state },
    personId: id,
  };
}

const approving: ModeratorAct<Nothing> = {
  ...shared({ name: 'server.approve', kind: 'user', label: 'Approve the game server of this account' }),
  allow: async (ctx, { id }) => {
    if ((await senderState(ctx, id)) === 'approved') return conflict('This server is already approved.');
    return (await sendsRecords(ctx, id)) ? yes : conflict('This account sends no online records.');
  },
  run: (tx, { id }) => decide(tx, id, 'approved'),
};

const revoking: ModeratorAct<Nothing> = {
  ...shared({ name: 'server.revoke', kind: 'user', label: 'Take back the approval of the game server' }),
  allow: async (ctx, { id }) =>
    (await senderState(ctx, id)) === 'approved' ? yes : conflict('This server is not approved.'),
  run: (tx, { id }) => decide(tx, id, 'unknown'),
};

/** Acts on many online records at once, and on the accounts that send them. */
export const recordActs: readonly AnyAct[] = [approving, revoking, removing, restoring];

const State = z.enum(['approved', 'held', 'unknown']);

export const recordUndos = {
  'records.remove': { as: 'records.restore', run: (tx, act) => restore(tx, act) },
  'records.restore': {
    as: 'records.remove',
    run: (tx, { subject, after }, reason) =>
      remove(tx, subject.kind, subject.id, typeof after.server === 'string' ? after.server : null, reason),
  },
  'server.approve': {
    as: 'server.revoke',
    run: (tx, { subject, before }) => {
      const state = State.safeParse(before.state);
      return decide(tx, subject.id, state.success && state.data === 'held' ? 'held' : 'unknown');
    },
  },
  'server.revoke': { as: 'server.approve', run: (tx, { subject }) => decide(tx, subject.id, 'approved') },
  'record.approve': byFeature('record.hold', (tx, { subject }, reason) =>
    setRecordApproved(tx, subject.id, false, reason),
  ),
  'record.hold': byFeature('record.approve', (tx, { subject }, reason) =>
    setRecordApproved(tx, subject.id, true, reason),
  ),
} satisfies Record<string, UndoRule>;
