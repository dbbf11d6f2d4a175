import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Ctx, Services } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { type ExportPart, jsonPart, type PersonalData } from '#platform/personal-data.ts';
import { anyEdition, ctxOn } from '../../leaving/server/closing.ts';
import { exportDays } from '../../leaving.ts';
import { profilesOf } from '../../server/closed-account.ts';

/** The README.txt of an export. */
const exportReadme = (madeAt: Date): string => `Your data
=========

Made on ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. It could be downloaded for ${exportDays} days; nobody else could download it.

account.json     your account: name, email address, sessions, second factors, API tokens
<edition>/       one folder for each edition on which you have a profile

In a folder of an edition, each subject has a file of its own, such as comments.json, or a folder if it has several.
Your files (tracks, replays, pictures) are in it as you sent them.

All JSON files are lists in UTF-8. Times are in UTC. Ids are those of the addresses of the site: TrackId 7 is /trackshow/7.
The export contains what you wrote and sent, and what is stored about you. It does not contain passwords or other secrets, what
others wrote to you or about you, or the names of their hidden tracks.
`;

/** The most bytes of one list of rows. */
const largestList = 1024 ** 3;

/**
 * Makes an export: lists are written to the file store while they are read, files that are stored already are only named. A run that
 * is repeated begins again; one whose export was replaced in the meantime stops.
 */
export const makeExport = (entries: () => readonly PersonalData[]): Job =>
  defineJob({
    name: 'make-export',
    input: z.object({ exportId: z.number().int() }),
    async run(services, { exportId }) {
      const row = await services.db
        .selectFrom('account_export')
        .where('export_id', '=', exportId)
        .where('ready_at', 'is', null)
        .select('account_id')
        .executeTakeFirst();
      if (!row) return;
      await services.db.deleteFrom('account_export_file').where('export_id', '=', exportId).execute();
      const out = new Output(anyEdition(services), exportId);
      await out.add('', { name: 'README.txt', content: only(exportReadme(services.clock.now())) });
      await out.add('', jsonPart('account.json', await accountRows(services, row.account_id)));
      for (const { site, userId } of await profilesOf(services, row.account_id)) {
        const ctx = ctxOn(services, site);
        for (const { exported } of entries())
          if (exported) for await (const part of exported(ctx, userId)) await out.add(`${site.code}/`, part);
      }
      await services.db
        .updateTable('account_export')
        .set({ ready_at: services.clock.now(), size_bytes: out.sizeBytes })
        .where('export_id', '=', exportId)
        .execute();
    },
  });

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

class Output {
  readonly #ctx: Ctx;
  readonly #exportId: number;
  readonly #names = new Set<string>();
  sizeBytes = 0;

  constructor(ctx: Ctx, exportId: number) {
    this.#ctx = ctx;
    this.#exportId = exportId;
  }

  async add(folder: string, part: ExportPart): Promise<void> {
    const name = this.#unique(folder + part.name);
    if ('sha256' in part) {
      // a file that was removed since its row was read is left out
      if (!(await this.#ctx.files.open(part.sha256))) return;
      await this.#insert(name, part);
      return;
    }
    const source = Readable.from(part.content, { objectMode: false });
    const blob = await this.#ctx.files.putTemp(source, { bytes: largestList, what: name });
    await inTransaction(this.#ctx, async (tx) => {
      await storeBlobs(tx, [blob]);
      await this.#insert(name, { ...blob, modifiedAt: tx.clock.now() }, tx);
    });
  }

  async #insert(
    name: string,
    file: { sha256: string; sizeBytes: number; modifiedAt: Date },
    ctx = this.#ctx,
  ): Promise<void> {
    await ctx.db
      .insertInto('account_export_file')
      .values({
        export_id: this.#exportId,
        position: this.#names.size,
        name,
        sha256: file.sha256,
        size_bytes: file.sizeBytes,
        modified_at: file.modifiedAt,
      })
      .execute();
    this.sizeBytes += file.sizeBytes;
  }

  #unique(name: string): string {
    let unique = name;
    for (let copy = 2; this.#names.has(unique); copy++) unique = name.replace(/(\.[^./]*)?$/, ` (${copy})$1`);
    this.#names.add(unique);
    return unique;
  }
}

/** The account itself: no passwords, secrets or hashes. */
async function accountRows(services: Services, accountId: number): Promise<object[]> {
  const { db } = services;
  const account = await db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select([
      'account_id as AccountId',
      'name as Name',
      'email as Email',
      'email_confirmed_at as EmailConfirmedAt',
      'created_at as RegisteredAt',
      'supporter_until as SupporterUntil',
    ])
    .executeTakeFirstOrThrow();
  return [
    {
      ...account,
      FormerNames: await db
        .selectFrom('former_name')
        .where('account_id', '=', accountId)
        .orderBy('changed_at')
        .select(['name as Name', 'changed_at as ChangedAt'])
        .execute(),
      Roles: await db
        .selectFrom('role_grant')
        .where('account_id', '=', accountId)
        .select(['site as Edition', 'level as Level', 'granted_at as GrantedAt'])
        .execute(),
      Sessions: await db
        .selectFrom('session')
        .where('account_id', '=', accountId)
        .orderBy('session_id')
        .select([
          'site as Edition',
          'browser as Browser',
          'created_at as StartedAt',
          'last_seen_at as LastSeenAt',
        ])
        .execute(),
      SecondFactors: await db
        .selectFrom('account_factor')
        .where('account_id', '=', accountId)
        .orderBy('factor_id')
        .select(['kind as Kind', 'name as Name', 'created_at as AddedAt', 'last_used_at as LastUsedAt'])
        .execute(),
      ApiTokens: await db
        .selectFrom('api_token')
        .where('account_id', '=', accountId)
        .orderBy('token_id')
        .select([
          'name as Name',
          'scopes as Scopes',
          'created_at as CreatedAt',
          'expires_at as ExpiresAt',
          'last_used_at as LastUsedAt',
          'application_id as ApplicationId',
        ])
        .execute(),
      Applications: await db
        .selectFrom('oauth_application')
        .where('account_id', '=', accountId)
        .orderBy('application_id')
        .select([
          'application_id as ApplicationId',
          'client_id as ClientId',
          'name as Name',
          'website as Website',
          'redirect_addresses as RedirectAddresses',
          'created_at as CreatedAt',
        ])
        .execute(),
    },
  ];
}
