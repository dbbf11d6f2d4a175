import { SettingChanges } from '#lib/switches/model.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockedSettings } from '#platform/switches/write.ts';
import { changeSettings, settingsIn } from './actions.ts';

type State = Readonly<Record<string, unknown>>;

/** Sets settings back to what they were before an act, unless one of them was changed since. */
export async function setBack(tx: TxCtx, before: State, after: State, reason: string): Promise<void> {
  const now = await lockedSettings(tx);
  const since = settingsIn(after).find((name) => JSON.stringify(now[name]) !== JSON.stringify(after[name]));
  if (since) throw new Problem(409, `${since} has been changed again since. Change it on its page.`);
  const changes = SettingChanges.safeParse(
    Object.fromEntries(settingsIn(before).map((name) => [name, before[name]])),
  );
  if (!changes.success) throw new Problem(409, 'What it was before cannot be set any more.');
  await changeSettings(tx, changes.data, reason);
}
