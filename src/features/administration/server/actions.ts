import { forSite } from '#db/for-site.ts';
import type { ActRef } from '#features/modlog/acts.ts';
import type { ActFacts, ActState } from '#features/modlog/model.ts';
import { act } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { isSettingName, levelOf, SettingChanges, type SettingName } from '#lib/switches/model.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { storedMentions } from '#platform/mentions.ts';
import { lockedSettings, writeSettings } from '#platform/switches/write.ts';
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

/** Changes settings of the edition in all processes. The caller has checked the values (`SettingChanges`). */
export const changeSetting = act<SettingChanges, ActRef>({
  name: 'setting.change',
  label: 'Changed a setting',
  group: 'other',
  level: Level.siteLeader,
  input: SettingChanges,
  run: (tx, _, changes) => write(tx, changes),
  undo: {
    as: 'setting.change',
    allow: ({ viewer }, { after }) => maySet(viewer, settingsIn(after)),
    // unless one of them was changed since
    run: async (tx, { before, after }) => {
      const now = await lockedSettings(tx);
      const since = settingsIn(after).find(
        (name) => JSON.stringify(now[name]) !== JSON.stringify(after[name]),
      );
      if (since) throw new Problem(409, `${since} has been changed again since. Change it on its page.`);
      const changes = SettingChanges.safeParse(
        Object.fromEntries(settingsIn(before).map((name) => [name, before[name]])),
      );
      if (!changes.success) throw new Problem(409, 'The earlier value is no longer allowed.');
      return write(tx, changes.data);
    },
  },
});

/** Null: nothing differs. */
async function write(tx: TxCtx, changes: SettingChanges): Promise<ActFacts | null> {
  const { names, before, after } = await writeSettings(tx, await withMentions(tx, changes));
  if (names.length === 0) return null;
  // settings are texts, numbers and lists of texts
  return { before: before as ActState, after: after as ActState };
}

/** The same for a page, which has checked permissions; recorded if anything differs. */
export async function changeSettings(
  tx: TxCtx,
  changes: SettingChanges,
  reason: string,
): Promise<{ readonly Changed: readonly SettingName[] }> {
  const entry = { subject: editionSubject, found: editionSubject, reason };
  const facts = await perform(tx, changeSetting, { ...entry, input: changes });
  return { Changed: settingsIn(facts?.after ?? {}) };
}

/** The number of the viewer's latest act on the edition; null without one. */
export async function latestActId(ctx: Ctx): Promise<number | null> {
  const row = await forSite(ctx, 'moderation_act')
    .where('user_id', '=', ctx.viewer.userId)
    .orderBy('acted_at', 'desc')
    .orderBy('act_id', 'desc')
    .limit(1)
    .select('act_id')
    .executeTakeFirst();
  return row?.act_id ?? null;
}

/** Settings in BB-code, which may mention people. */
const messages = [
  'AboutText',
  'RulesText',
  'WelcomeText',
  'ContactText',
  'ImprintText',
  'PrivacyText',
] as const;

async function withMentions(tx: TxCtx, changes: SettingChanges): Promise<SettingChanges> {
  const written = { ...changes };
  for (const name of messages) {
    const text = changes[name];
    if (text !== undefined) written[name] = await storedMentions(tx, text);
  }
  return written;
}

/** The settings that an act of the log changed. */
const settingsIn = (state: Readonly<Record<string, unknown>>): SettingName[] =>
  Object.keys(state).filter(isSettingName);
