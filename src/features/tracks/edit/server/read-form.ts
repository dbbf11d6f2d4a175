import type { Ctx } from '#platform/context.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import { readEntries } from '#platform/uploads/entries.ts';
import type { StoredTrack } from '../../server/repo.ts';
import type { GivenSettings } from '../../settings.ts';
import { settingsIn, trackNames, withNamed } from '../../upload/server/entry-settings.ts';

/** The settings of an edit form, and which of them it contained. */
export interface SentEdit {
  readonly settings: GivenSettings;
  readonly authorsSent: boolean;
  readonly picturesSent: boolean;
}

/** The fields are those of an upload entry without prefix, and are parsed in the same way. */
const prefix = 'TrackEntries[0].';

/** Fields missing in the form stay unchanged; empty ones are cleared. */
export async function readEdit(ctx: Ctx, form: URLSearchParams, track: StoredTrack): Promise<SentEdit> {
  const fields = new URLSearchParams([...form].map(([name, value]) => [prefix + name, value]));
  const { entries, shared } = readEntries({ fields, files: [] }, trackNames);
  const [entry] = entries;
  const given: GivenSettings = entry ? await withNamed(ctx, settingsIn(entry, shared, ctx.site.tags)) : {};
  const names = new Set([...form.keys()].map((name) => name.replace(/\[.*/s, '')));
  const isSent = (name: string) => names.has(name);
  // as the form shows them: with references instead of names, a text may exceed the limit
  const [comments = ''] = isSent('AuthorComments')
    ? [given.AuthorComments]
    : await mentionsAsTyped(ctx, [track.author_comments ?? '']);
  return {
    settings: {
      TrackName: isSent('TrackName') ? (given.TrackName ?? '') : track.name,
      Difficulty: isSent('Difficulty') ? given.Difficulty : track.difficulty,
      Routes: given.Routes ?? track.routes,
      Tags: isSent('Tags') ? inOldOrder(given.Tags ?? [], track.tags) : track.tags,
      AuthorComments: comments,
      Visible: given.Visible ?? track.is_public,
      ReleaseDate: isSent('ReleaseDate') ? given.ReleaseDate : track.release_at?.toISOString(),
      Listed: given.Listed ?? track.is_listed,
      Beta: given.Beta ?? track.is_beta,
      Authors: given.Authors,
      ScreenshotFiles: given.ScreenshotFiles,
    },
    authorsSent: isSent('Authors'),
    picturesSent: given.ScreenshotFiles !== undefined,
  };
}

/** The first tag is the style; checkboxes are sent in the order of the page, so the previous order is restored. */
const inOldOrder = (sent: readonly number[], before: readonly number[]) => [
  ...before.filter((tag) => sent.includes(tag)),
  ...sent.filter((tag) => !before.includes(tag)),
];
