import { importPack, importPackPicture } from '#features/packs/edit/server/import.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { inTransaction } from '#platform/ctx.ts';
import { routes } from '#routes/routes.ts';
import { entryFields, packFields, SourceEntry, SourcePack } from '../source-rows.ts';
import { pictureFile } from './copied-files.ts';
import { actingAs, isOurs, type Run, refuse, report, reportMissing } from './run.ts';
import type { SourceList } from './source.ts';
import { note, seenOf } from './state.ts';
import { ensureUsers, hashOf } from './users.ts';

export const packList: SourceList<typeof SourcePack> = {
  path: routes.apiPacks(),
  row: SourcePack,
  id: 'PackId',
  fields: packFields,
};

/** The tracks of a pack. */
const entryList: SourceList<typeof SourceEntry> = {
  path: routes.apiTracks(),
  row: SourceEntry,
  id: 'TrackId',
  fields: entryFields,
};

/** `order1` of tracks by their position in a pack. */
const byPosition = 45;

/** Copies the packs of one page that are new or have changed, with their order and status. */
export async function copyPacks(run: Run, rows: readonly SourcePack[]): Promise<void> {
  const { ctx, pass, counts } = run;
  const ids = rows.map(({ PackId }) => PackId);
  const seen = await seenOf(ctx, pass, 'pack', ids);
  const people = await ensureUsers(
    run,
    rows.flatMap(({ Creator, Managers }) => [Creator, ...Managers.map(({ User }) => User)]),
  );
  for (const row of rows) {
    const known = seen.get(row.PackId) ?? null;
    if (known?.state === 'erased') continue;
    if (known?.state === 'claimed') {
      counts.pack.unchanged += 1;
      await note(ctx, pass, 'pack', row.PackId, known);
      continue;
    }
    const ownerId = people.get(row.Creator.UserId);
    if (ownerId === undefined) {
      await refuse(run, 'pack', row.PackId, 'Its owner had their data erased here.');
      continue;
    }
    if (isOurs(run, row)) {
      await note(ctx, pass, 'pack', row.PackId, { localId: row.OriginId ?? null, state: 'here' });
      continue;
    }
    const entries: SourceEntry[] = [];
    for await (const page of run.source.pages(entryList, {
      packid: row.PackId,
      count: 1000,
      order1: byPosition,
    }))
      entries.push(...page.rows);
    // downloads change often, and alone they are no reason to write the pack again
    const rowHash = hashOf([{ ...row, Downloads: 0 }, entries]);
    if (known?.rowHash === rowHash) {
      counts.pack.unchanged += 1;
      await note(ctx, pass, 'pack', row.PackId, known);
      continue;
    }
    const here = await seenOf(
      ctx,
      pass,
      'track',
      entries.map(({ TrackId }) => TrackId),
    );
    const tracks = entries.flatMap(({ TrackId, Status, Position }) => {
      const trackId = here.get(TrackId)?.localId ?? null;
      return trackId === null
        ? []
        : [
            {
              trackId,
              status: (Status ?? PackTrackStatus.approved) as PackTrackStatus, // 0 to 4
              position: Position ?? null,
            },
          ];
    });
    const copied = {
      id: row.PackId,
      ownerId,
      managers: row.Managers.flatMap(({ User, Role }) => {
        const userId = people.get(User.UserId);
        return userId === undefined ? [] : [{ userId, role: Role ?? '' }];
      }),
      name: row.PackName,
      description: row.Description ?? null,
      allowsSubmissions: row.AllowsTrackSubmissions ?? false,
      isLegacy: row.IsLegacy ?? false,
      hasLeaderboard: row.HasLeaderboard ?? false,
      isListReleased: row.MapListReleased ?? true,
      downloads: row.Downloads,
      createdAt: row.CreatedAt,
      updatedAt: row.UpdatedAt,
      tracks,
    };
    const isUpdate = known?.state === 'copied' && known.localId !== null;
    const packId = await inTransaction(ctx, async (tx) => {
      const localId = await importPack(tx, copied, isUpdate ? known.localId : null);
      await note(tx, pass, 'pack', row.PackId, { localId, state: 'copied', row });
      return localId;
    });
    const hasPicture = await copyPicture(run, row, packId, ownerId);
    // the hash comes last: a pack whose picture or tracks are not all here is read again
    if (hasPicture && tracks.length === entries.length)
      await note(ctx, pass, 'pack', row.PackId, { localId: packId, state: 'copied', rowHash, row });
    counts.pack[isUpdate ? 'updated' : 'copied'] += 1;
  }
}

/** Copies the picture of a pack, at the address that its row names. Returns false if it must be requested again. */
async function copyPicture(run: Run, row: SourcePack, packId: number, ownerId: number): Promise<boolean> {
  const { files, ctx } = run;
  if (!row.Image?.startsWith('/')) return true;
  const version = hashOf([row.Image, row.UpdatedAt]);
  if (await files.areUsed([row.Image], version)) return true;
  const picture = { kind: 'picture', sourceId: row.PackId } as const;
  const file = await files.get(row.Image, pictureFile, version);
  if (file.bytes === null) {
    reportMissing(run, file, picture, ['pack', row.PackId]);
    return file.again !== 'in this run';
  }
  const reason = await files.asReceived(`${row.PackId}.jpg`, file.bytes, async (received) =>
    importPackPicture(await actingAs(run, ownerId), packId, received),
  );
  if (reason !== null) report(run, { ...picture, reason });
  await files.release(ctx, row.Image);
  return true;
}
