import { personNamed } from '#features/accounts/roles/server/moderated.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { addFormerCrew, removeFormerCrew } from '#features/users/server/moderated.ts';
import { Level } from '#lib/codes/level.ts';
import type { TxCtx } from '#platform/context.ts';
import { CrewOrderForm, FormerCrewForm, FormerCrewRowForm } from '../../forms.ts';
import { changeSettings } from '../actions.ts';
import { adminAct } from './act.ts';

type Row = Parameters<typeof addFormerCrew>[1];

const stateOf = ({ title, from, to }: Row) => ({ Title: title, From: from, To: to });

/** Adds a time in the crew and records it. */
export async function addCrewRow(tx: TxCtx, row: Row, reason: string): Promise<void> {
  await addFormerCrew(tx, row);
  const subject = { kind: 'user', id: row.userId } as const;
  await recordModeration(tx, { act: 'crew.add', subject, reason, after: stateOf(row), personId: row.userId });
}

/** Removes a time in the crew and records it. */
export async function removeCrewRow(tx: TxCtx, userId: number, from: number, reason: string): Promise<void> {
  const row = await removeFormerCrew(tx, userId, from);
  const subject = { kind: 'user', id: userId } as const;
  await recordModeration(tx, { act: 'crew.remove', subject, reason, before: stateOf(row), personId: userId });
}

export const crewActs = {
  'crew.add': adminAct({
    section: 'crew',
    level: Level.siteLeader,
    input: FormerCrewForm,
    run: async (tx, { Name, Title, From, To }, reason) => {
      const { userId } = await personNamed(tx, Name);
      await addCrewRow(tx, { userId, title: Title, from: From, to: To }, reason);
    },
  }),
  'crew.remove': adminAct({
    section: 'crew',
    level: Level.siteLeader,
    input: FormerCrewRowForm,
    run: (tx, { UserId, From }, reason) => removeCrewRow(tx, UserId, From, reason),
  }),
  'crew.order': adminAct({
    section: 'crew',
    level: Level.siteLeader,
    input: CrewOrderForm,
    run: async (tx, { Names }, reason) => {
      const ids: number[] = [];
      for (const name of Names) ids.push((await personNamed(tx, name)).userId);
      return changeSettings(tx, { CrewOrder: ids }, reason);
    },
  }),
};
