import { type Kysely, sql } from 'kysely';

const texts = [
  ['forum_post', 'text'],
  ['comment', 'text'],
  ['news', 'message'],
  ['private_message', 'text'],
] as const;

/** Quotation marks and dashes that are now folded, and what they become. */
const folded = [
  ['‘’‚‛ʹʼ′', "'"],
  ['“”„‟«»″', '"'],
  ['‐–—―−', '-'],
] as const;
const marks = folded.map(([from]) => from).join('');
const plain = folded.map(([from, to]) => to.repeat(from.length)).join('');

/**
 * Unknown and unclosed tags are now shown as typed, `:D:D` is two smileys, and a smiley is one also next to an address or a removed
 * script tag, so the lines of texts that may contain any of these are made again: the job `make-lines` makes them within minutes.
 * All other texts have the same line as before. The search keys of names have plain quotation marks and dashes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, text] of texts)
    await sql`update ${sql.table(table)} set line = null
      where line is not null and (strpos(${sql.ref(text)}, '[') > 0
        or ${sql.ref(text)} ~* '[:;][dosp][:;]|https?://|www\\.|</?script')`.execute(db);
  for (const [table, column] of [
    ['track', 'name_folded'],
    ['pack', 'name_folded'],
    ['video', 'title_folded'],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = translate(${sql.ref(column)}, ${marks}, ${plain})
      where ${sql.ref(column)} ~ ${`[${marks}]`}`.execute(db);
}

export async function down(): Promise<void> {}
