import { z } from 'zod';
import type { ActField } from '#features/modlog/act-fields.ts';
import type { StoredAct } from '#features/modlog/acts.ts';
import { act, type Undo } from '#features/modlog/server/act.ts';
import { latestAct } from '#features/modlog/server/repo.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import type { SanctionKind } from '#lib/rules/sanctions.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import { administersAll } from '#platform/auth/reach.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { lengthLabel, type Sanction, sanctionRules, sanctionWords } from '../model.ts';
import { impose, lift, reimpose } from './impose.ts';
import { mayLift, maySanction } from './policy.ts';
import { type SanctionTarget, sanctionById, sanctionsInForceOf, sanctionTarget } from './repo.ts';

const everywhereField: ActField = {
  name: 'Everywhere',
  label: 'On all editions',
  type: 'flag',
};

async function existing(ctx: Ctx, userId: number): Promise<SanctionTarget> {
  const target = await sanctionTarget(ctx, userId);
  if (!target) throw notFound('This user');
  return target;
}

function sanctionIn({ sanctionId }: Readonly<Record<string, unknown>>): number {
  if (typeof sanctionId !== 'number') throw new Problem(409, 'We don’t know which sanction it was.');
  return sanctionId;
}

/** Users who may impose a sanction may undo the acts on it. */
async function mayUndoOn(ctx: Ctx, state: Readonly<Record<string, unknown>>): Promise<Verdict> {
  const sanction = await sanctionById(ctx, sanctionIn(state));
  if (!sanction) return conflict('This sanction was erased with the account.');
  return mayLift(ctx.viewer, sanction, {
    site: ctx.site.code,
    isAdministratorEverywhere: await administersAll(ctx),
  });
}

const lifting: Undo = {
  as: 'user.lift',
  notifies: true,
  allow: (ctx, { after }) => mayUndoOn(ctx, after),
  run: (tx: TxCtx, { subject, after }: StoredAct, reason: string) =>
    lift(tx, subject.id, sanctionIn(after), reason),
};

/** Warns, mutes or suspends the user. */
function sanctionAct(
  kind: SanctionKind,
  [name, label, button, key]: readonly [string, string, string, string],
) {
  const { lengths } = sanctionRules[kind];
  const lengthField: ActField = {
    name: 'Length',
    label: 'For how long',
    isRequired: true,
    type: 'choice',
    options: lengths.map((length) => ({ value: `${length}`, label: lengthLabel(length) })),
  };
  return act({
    name,
    label,
    group: 'sanctioned',
    offer: {
      kinds: ['user'],
      button,
      key,
      fields: async (ctx) => ((await administersAll(ctx)) ? [lengthField, everywhereField] : [lengthField]),
      allow: async (ctx, { id }, input) =>
        maySanction(ctx.viewer, {
          target: await sanctionTarget(ctx, id),
          everywhere: input?.Everywhere ?? false,
          isAdministratorEverywhere: await administersAll(ctx),
        }),
    },
    input: z.object({
      Length: z
        .string('choose how long')
        .refine((sent) => lengths.some((length) => `${length}` === sent), 'choose how long')
        .transform((sent) => (sent === 'good' ? sent : Number(sent))),
      Everywhere: z
        .string('must be sent once')
        .optional()
        .transform((sent) => sent !== undefined && sent !== '' && sent !== 'false'),
    }),
    notifies: true,
    run: async (tx, { id }, { Length, Everywhere }, { reason }) =>
      impose(tx, await existing(tx, id), { kind, length: Length, everywhere: Everywhere }, reason),
    undo: lifting,
  });
}

/** The sanctions in force of the user that the viewer may lift. */
async function liftable(ctx: Ctx, userId: number): Promise<readonly Sanction[]> {
  const target = await sanctionTarget(ctx, userId);
  if (!target) return [];
  const facts = { site: ctx.site.code, isAdministratorEverywhere: await administersAll(ctx) };
  const inForce = await sanctionsInForceOf(ctx, target.accountId);
  return inForce.filter((sanction) => mayLift(ctx.viewer, sanction, facts).ok);
}

const liftSanction = act({
  name: 'user.lift',
  label: 'Lifted a sanction',
  group: 'lifted',
  effect: 'favourable',
  offer: {
    kinds: ['user'],
    button: 'Lift a sanction',
    key: 'l',
    reasons: 'inFavour',
    fields: async (ctx, { id }) => [
      {
        name: 'Sanction',
        label: 'Which sanction',
        isRequired: true,
        type: 'choice',
        options: (await liftable(ctx, id)).map(({ sanctionId, kind, site, endsAt }) => ({
          value: `${sanctionId}`,
          label: sanctionWords(kind, site === null ? null : ctx.site.name, endsAt),
        })),
      },
    ],
    allow: async (ctx, { id }, input) => {
      const open = await liftable(ctx, id);
      if (open.length === 0) return conflict('This user has no sanction that you can lift.');
      if (input === null || open.some(({ sanctionId }) => sanctionId === input.Sanction)) return yes;
      return conflict('This sanction has ended, or belongs to another user.');
    },
  },
  input: z.object({
    Sanction: z.coerce.number('choose a sanction').int().positive('choose a sanction').max(largestInteger),
  }),
  notifies: true,
  run: async (tx, { id }, { Sanction: sanctionId }, { reason }) => {
    const imposed = await actOfSanction(tx, id, sanctionId);
    return { ...(await lift(tx, id, sanctionId, reason)), undoes: imposed?.actId };
  },
  undo: {
    as: 'user.reimpose',
    notifies: true,
    allow: (ctx, { before }) => mayUndoOn(ctx, before),
    run: (tx, { subject, before }, reason) => reimpose(tx, subject.id, sanctionIn(before), reason),
  },
});

const reimposeSanction = act({
  name: 'user.reimpose',
  label: 'Imposed a sanction again',
  group: 'sanctioned',
  undo: lifting,
});

const imposing = [
  sanctionAct('warning', ['user.warn', 'Warned a user', 'Warn the user', 'w']),
  sanctionAct('mute', ['user.mute', 'Muted a user', 'Mute the user', 'm']),
  sanctionAct('suspension', ['user.suspend', 'Suspended a user', 'Suspend the user', 'p']),
];

/** Acts on users: warning, mute, suspension, and lifting them. */
export const sanctionActs = [...imposing, liftSanction, reimposeSanction];

/** The act that put a sanction of the user in force on this edition; null if it is undone, or of another edition. */
export const actOfSanction = (ctx: Ctx, userId: number, sanctionId: number): Promise<StoredAct | null> =>
  latestAct(
    ctx,
    { kind: 'user', id: userId },
    [...imposing, reimposeSanction].map(({ name }) => name),
    { sanctionId },
  );
