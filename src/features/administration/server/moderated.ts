import { z } from 'zod';
import { personById } from '#features/accounts/roles/server/moderated.ts';
import { SettingChanges } from '#lib/switches/model.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed, Problem } from '#platform/http/problem.ts';
import { lockedSettings } from '#platform/switches/write.ts';
import { changeSettings, settingsIn } from './actions.ts';
import { addCrewRow, removeCrewRow } from './acts/crew.ts';
import { addBoard, dropBoard, editBoard } from './acts/edition.ts';
import { changeRole, changeTitle, mayChangeRole } from './acts/people.ts';

type State = Readonly<Record<string, unknown>>;

/** Restores the settings from before an act, unless one of them was changed since. */
export async function restoreSettings(tx: TxCtx, before: State, after: State, reason: string): Promise<void> {
  const now = await lockedSettings(tx);
  const since = settingsIn(after).find((name) => JSON.stringify(now[name]) !== JSON.stringify(after[name]));
  if (since) throw new Problem(409, `${since} has been changed again since. Change it on its page.`);
  const changes = SettingChanges.safeParse(
    Object.fromEntries(settingsIn(before).map((name) => [name, before[name]])),
  );
  if (!changes.success) throw new Problem(409, 'What it was before cannot be set any more.');
  await changeSettings(tx, changes.data, reason);
}

/** An act of the log: the part that undoing it requires. */
interface Stored {
  readonly act: string;
  readonly subject: { readonly id: number };
  readonly before: State;
  readonly after: State;
}

const readState = <Schema extends z.ZodType>(schema: Schema, state: State): z.output<Schema> => {
  const parsed = schema.safeParse(state);
  if (!parsed.success) throw new Problem(409, 'What it was is not stored.');
  return parsed.data;
};

const Role = z.object({ level: z.int(), isEverywhere: z.boolean() });

/** Restores the role that a person had, unless it was changed again since. */
export async function restoreRole(
  tx: TxCtx,
  { subject, before, after }: Stored,
  reason: string,
): Promise<void> {
  const was = readState(Role, before);
  const person = await personById(tx, subject.id);
  assertAllowed(await mayChangeRole(tx, person, was));
  await changeRole(tx, person, was, reason, readState(Role, after).level);
}

const Title = z.object({ Title: z.string() });

/** Restores the title that a person had, unless it was changed again since. */
export async function restoreTitle(
  tx: TxCtx,
  { subject, before, after }: Stored,
  reason: string,
): Promise<void> {
  const [was, is] = [readState(Title, before).Title, readState(Title, after).Title];
  await changeTitle(tx, subject.id, was, reason, is);
}

const CrewRow = z.object({ Title: z.string(), From: z.int(), To: z.int() });

/** Undoes adding a time in the crew. */
export const undoCrewRow = (tx: TxCtx, { subject, after }: Stored, reason: string) =>
  removeCrewRow(tx, subject.id, readState(CrewRow, after).From, reason);

/** Restores a removed time in the crew. */
export function restoreCrewRow(tx: TxCtx, { subject, before }: Stored, reason: string) {
  const { Title: title, From: from, To: to } = readState(CrewRow, before);
  return addCrewRow(tx, { userId: subject.id, title, from, to }, reason);
}

const Board = z
  .object({
    Title: z.string(),
    About: z.string(),
    Position: z.int(),
    ReadLevel: z.int(),
    WriteLevel: z.int(),
    ReplyLevel: z.int(),
  })
  .transform((state) => ({
    title: state.Title,
    about: state.About,
    position: state.Position,
    readLevel: state.ReadLevel,
    writeLevel: state.WriteLevel,
    replyLevel: state.ReplyLevel,
  }));

export { dropBoard as boardGone };

/** Restores a board: creates a removed one again, or undoes a change unless the board was changed again since. */
export function restoreBoard(
  tx: TxCtx,
  { act, subject, before, after }: Stored,
  reason: string,
): Promise<void> {
  const board = { ...readState(Board, before), boardId: subject.id };
  return act === 'board.remove'
    ? addBoard(tx, board, reason)
    : editBoard(tx, board, reason, readState(Board, after));
}
