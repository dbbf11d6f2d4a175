import { collectReferences } from '#lib/bbcode/references.ts';
import { referredUsers, typedMentions, withNames, withReferences } from '#lib/bbcode/typed-mentions.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { Ctx } from './context.ts';
import { namesOf } from './messages.ts';

/**
 * A text as it is stored: each `@` with the exact name of a user of this edition becomes a reference, which is still theirs when they
 * change their name.
 */
export async function storedMentions(ctx: Ctx, text: string): Promise<string> {
  const names = namesTyped([text]);
  return names.length === 0 ? text : withReferences(text, await idsOf(ctx, names));
}

/** The users who have exactly one of these names. */
export async function idsOf(ctx: Ctx, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('account')
    .innerJoin('profile', 'profile.account_id', 'account.account_id')
    .where('profile.site', '=', ctx.site.code)
    .where('account.name_key', 'in', [...new Set(names.map(foldForSearch))])
    .select(['profile.user_id', 'profile.name'])
    .execute();
  return new Map(rows.filter(({ name }) => names.includes(name)).map((row) => [row.name, row.user_id]));
}

/**
 * Stored texts as they are shown in fields, in the order given: references to users as `@name`. A text that would then be read as another
 * one stays as it is: a name may be the beginning of a longer one together with the words that follow.
 */
export async function mentionsAsTyped<Text extends string | null>(
  ctx: Ctx,
  texts: readonly Text[],
): Promise<(Text | string)[]> {
  const users = [...new Set(texts.flatMap((text) => (text === null ? [] : referredUsers(text))))];
  if (users.length === 0) return [...texts];
  const { user: names } = await namesOf(ctx, { ...collectReferences(), user: users });
  const typed = texts.map((text) => (text === null ? text : withNames(text, names)));
  const ids = await idsOf(ctx, namesTyped(typed.filter((text) => text !== null)));
  return texts.map((text, index) => {
    const one = typed[index] ?? null;
    return one !== null && withReferences(one, ids) === text ? one : text;
  });
}

const namesTyped = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => typedMentions(text).flatMap((mention) => mention.names))),
];
