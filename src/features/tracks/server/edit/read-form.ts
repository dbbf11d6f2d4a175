import type { Ctx } from '#platform/context.ts';
import type { GivenSettings } from '../../settings.ts';
import type { KeptTrack } from '../repo.ts';
import { readEntries } from '../upload/entries.ts';
import { withNamed } from '../upload/named-authors.ts';

/** The settings of a form that edits a track, and what of them it spoke of. */
export interface SentEdit {
  readonly settings: GivenSettings;
  readonly authorsSaid: boolean;
  readonly picturesSaid: boolean;
}

/** Its fields are those of an entry of the upload form without their prefix, and are read as those are. */
const prefix = 'TrackEntries[0].';

/** What a form does not say stays as it is; what it says and leaves empty is empty. */
export async function readEdit(ctx: Ctx, form: URLSearchParams, track: KeptTrack): Promise<SentEdit> {
  const fields = new URLSearchParams([...form].map(([name, value]) => [prefix + name, value]));
  const [entry] = readEntries({ fields, files: [] });
  const given: GivenSettings = entry ? await withNamed(ctx, entry.settings) : {};
  const names = new Set([...form.keys()].map((name) => name.replace(/\[.*/s, '')));
  const said = (name: string) => names.has(name);
  return {
    settings: {
      TrackName: said('TrackName') ? (given.TrackName ?? '') : track.name,
      Difficulty: said('Difficulty') ? given.Difficulty : track.difficulty,
      Routes: given.Routes ?? track.routes,
      Tags: said('Tags') ? inOldOrder(given.Tags ?? [], track.tags) : track.tags,
      AuthorComments: said('AuthorComments') ? (given.AuthorComments ?? '') : (track.author_comments ?? ''),
      Visible: given.Visible ?? track.is_public,
      ReleaseDate: said('ReleaseDate') ? given.ReleaseDate : track.release_at?.toISOString(),
      Listed: given.Listed ?? track.is_listed,
      Beta: given.Beta ?? track.is_beta,
      Authors: given.Authors,
      ScreenshotFiles: given.ScreenshotFiles,
    },
    authorsSaid: said('Authors'),
    picturesSaid: given.ScreenshotFiles !== undefined,
  };
}

/** The first tag is the style of a track; boxes that were ticked come in the order of the page, not of the choice. */
const inOldOrder = (sent: readonly number[], before: readonly number[]) => [
  ...before.filter((tag) => sent.includes(tag)),
  ...sent.filter((tag) => !before.includes(tag)),
];
