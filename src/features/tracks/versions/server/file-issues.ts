import { forSite } from '#db/for-site.ts';
import type { GameFormat } from '#lib/codes/game.ts';
import type { Ctx } from '#platform/context.ts';
import type { UploadIssue } from '../../file/analysis.ts';
import { fileIssues } from '../../file/server/checks.ts';

/** The warnings and notices about the current file of a track, for the page that follows its upload. */
export async function currentFileIssues(ctx: Ctx, trackId: number): Promise<UploadIssue[]> {
  const row = await forSite(ctx, 'track')
    .innerJoin('track_version as v', (join) =>
      join
        .onRef('v.site', '=', 'track.site')
        .onRef('v.track_id', '=', 'track.track_id')
        .onRef('v.version', '=', 'track.current_version'),
    )
    .where('track.track_id', '=', trackId)
    .select([
      'v.uid',
      'track.name',
      'v.game',
      'v.facts',
      'v.oddities',
      'v.file_size as sizeBytes',
      'track.environment',
      'track.car',
      'track.mood',
      'track.primary_type as primaryType',
      'track.author_time_ms as authorTimeMs',
      'track.author_score as authorScore',
      'track.gold_target as gold',
      'track.silver_target as silver',
      'track.bronze_target as bronze',
      'track.unlimiter_version as unlimiterVersion',
    ])
    .executeTakeFirst();
  if (!row) return [];
  const { sizeBytes, game, oddities, ...facts } = row;
  const read = { isLapRace: row.facts.laps !== null, oddities: oddities ?? [] };
  const file = { ...facts, ...read, game: game as GameFormat }; // written from FileFacts
  return fileIssues({ site: ctx.site, sites: ctx.sites, file, sizeBytes }).filter(
    ({ Level }) => Level !== 'error',
  );
}
