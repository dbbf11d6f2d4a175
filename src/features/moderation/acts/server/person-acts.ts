import { z } from 'zod';
import type { ActName } from '#features/modlog/model.ts';
import { lengthLabel, type Sanction, sanctionRules, sanctionWords } from '#features/sanctions/model.ts';
import { impose, lift } from '#features/sanctions/server/moderated.ts';
import { mayLift, maySanction } from '#features/sanctions/server/policy.ts';
import { type SanctionTarget, sanctionsInForceOf, sanctionTarget } from '#features/sanctions/server/repo.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import { Level } from '#lib/codes/level.ts';
import type { SanctionKind } from '#lib/rules/sanctions.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import { administersAll } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import type { ActField } from '../act-fields.ts';
import type { AnyAct, ModeratorAct } from './act.ts';
import { actOfSanction } from './stored.ts';

interface SanctionInput {
  readonly Length: number | 'good';
  readonly Everywhere: boolean;
}

const everywhereField: ActField = {
  name: 'Everywhere',
  label: 'On all editions',
  type: 'flag',
};

/** Warns, mutes or suspends the user. */
function sanctionAct(name: ActName, label: string, kind: SanctionKind): ModeratorAct<SanctionInput> {
  const { lengths } = sanctionRules[kind];
  const lengthField: ActField = {
    name: 'Length',
    label: 'For how long',
    isRequired: true,
    type: 'choice',
    options: lengths.map((length) => ({ value: `${length}`, label: lengthLabel(length) })),
  };
  return {
    name,
    kinds: ['user'],
    label,
    level: Level.moderator,
    fields: async (ctx) => ((await administersAll(ctx)) ? [lengthField, everywhereField] : [lengthField]),
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
    allow: async (ctx, { id }, input) =>
      maySanction(ctx.viewer, {
        target: await sanctionTarget(ctx, id),
        everywhere: input?.Everywhere ?? false,
        isAdministratorEverywhere: await administersAll(ctx),
      }),
    run: async (tx, { id }, { Length, Everywhere }, reason) =>
      impose(tx, await existing(tx, id), { kind, length: Length, everywhere: Everywhere }, reason),
  };
}

async function existing(ctx: Ctx, userId: number): Promise<SanctionTarget> {
  const target = await sanctionTarget(ctx, userId);
  if (!target) throw notFound('This user');
  return target;
}

/** The sanctions in force of the user that the viewer may lift. */
async function liftable(ctx: Ctx, userId: number): Promise<readonly Sanction[]> {
  const target = await sanctionTarget(ctx, userId);
  if (!target) return [];
  const facts = { site: ctx.site.code, isAdministratorEverywhere: await administersAll(ctx) };
  const inForce = await sanctionsInForceOf(ctx, target.accountId);
  return inForce.filter((sanction) => mayLift(ctx.viewer, sanction, facts).ok);
}

const liftAct: ModeratorAct<{ Sanction: number }> = {
  name: 'user.lift',
  kinds: ['user'],
  label: 'Lift a sanction',
  level: Level.moderator,
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
  input: z.object({
    Sanction: z.coerce.number('choose a sanction').int().positive('choose a sanction').max(largestInteger),
  }),
  notifies: true,
  allow: async (ctx, { id }, input) => {
    const open = await liftable(ctx, id);
    if (open.length === 0) return conflict('There is no sanction of this user that you can lift.');
    if (input === null || open.some(({ sanctionId }) => sanctionId === input.Sanction)) return yes;
    return conflict('This sanction is not in force any more, or it is not of this user.');
  },
  run: async (tx, subject, { Sanction: sanctionId }, reason) => {
    const imposed = await actOfSanction(tx, subject.id, sanctionId);
    return { ...(await lift(tx, subject.id, sanctionId, reason)), undoes: imposed?.actId };
  },
};

/** Acts on users: warning, mute, suspension, and lifting them. */
export const personActs: readonly AnyAct[] = [
  sanctionAct('user.warn', 'Warn the user', 'warning'),
  sanctionAct('user.mute', 'Mute the user', 'mute'),
  sanctionAct('user.suspend', 'Suspend the user', 'suspension'),
  liftAct,
];
