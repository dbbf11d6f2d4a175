import type { AuthorSetting } from '../../authors/authors.ts';

/** undefined if missing */
export const truth = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : /^(true|1|on|yes)$/i.test(text.trim());

/** A co-author as sent: by id or, if no script could look it up, by exact name. */
export interface SentAuthor extends AuthorSetting {
  Name?: string;
}

const authorField = /^authors\[(\d{1,3})\]\.(userid|role|name)$/;

/** The co-authors of an entry sorted by index. Missing ids are left to the schema to refuse. */
export function authorsIn(fields: ReadonlyMap<string, readonly string[]>): SentAuthor[] | undefined {
  const found = new Map<number, SentAuthor>();
  for (const [name, values] of fields) {
    const [, index, what] = authorField.exec(name) ?? [];
    if (index === undefined) continue;
    const author: SentAuthor = found.get(Number(index)) ?? { UserId: Number.NaN, Role: '' };
    const text = values.at(-1) ?? '';
    if (what === 'role') author.Role = text;
    else if (what === 'name') author.Name = text.trim();
    else author.UserId = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN;
    found.set(Number(index), author);
  }
  const authors = [...found].sort(([a], [b]) => a - b).map(([, author]) => author);
  return authors.length > 0 ? authors : undefined;
}
