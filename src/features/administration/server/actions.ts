import type { ActState } from '#features/modlog/model.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { isSettingName, levelOf, type SettingChanges, type SettingName } from '#lib/switches/model.ts';
import type { TxCtx } from '#platform/context.ts';
import { storedMentions } from '#platform/mentions.ts';
import { writeSettings } from '#platform/switches/write.ts';
import type { Viewer } from '#platform/viewer.ts';

/** The subject of acts on the edition itself. */
export const editionSubject = { kind: 'edition', id: 0 } as const;

/** Who may change these settings on the edition where the viewer has this level. */
export function maySet({ level }: Pick<Viewer, 'level'>, names: readonly SettingName[]): Verdict {
  if (level < Level.siteLeader) return no('Only site leaders and administrators can change an edition.');
  const forOthers = names.filter((name) => level < levelOf(name));
  if (forOthers.length === 0) return yes;
  return no(`Only administrators can change ${forOthers.join(', ')}.`);
}

/**
 * Changes settings of the edition in all processes and records it, if anything differs. The caller has checked permissions and the
 * values (`SettingChanges`).
 */
export async function changeSettings(
  tx: TxCtx,
  changes: SettingChanges,
  reason: string,
): Promise<{ readonly Changed: readonly SettingName[] }> {
  const { names, before, after } = await writeSettings(tx, await withMentions(tx, changes));
  if (names.length > 0)
    await recordModeration(tx, {
      act: 'setting.change',
      subject: editionSubject,
      reason,
      before: before as ActState, // settings are texts, numbers and lists of texts
      after: after as ActState, // as above
    });
  return { Changed: names };
}

async function withMentions(tx: TxCtx, changes: SettingChanges): Promise<SettingChanges> {
  const written = { ...changes };
  for (const name of ['AboutText', 'RulesText', 'WelcomeText'] as const) {
    const text = changes[name];
    if (text !== undefined) written[name] = await storedMentions(tx, text);
  }
  return written;
}

/** The settings that an act of the log changed. */
export const settingsIn = (state: Readonly<Record<string, unknown>>): SettingName[] =>
  Object.keys(state).filter(isSettingName);
