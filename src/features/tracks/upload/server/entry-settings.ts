import { forSite } from '#db/for-site.ts';
import type { PackTrackStatus } from '#lib/codes/pack.ts';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import type { Ctx } from '#platform/context.ts';
import { isYes } from '#platform/http/form-body.ts';
import { Problem } from '#platform/http/problem.ts';
import type { EntryNames, FieldValues, FormEntry } from '#platform/uploads/entries.ts';
import type { Site } from '#sites/schema.ts';
import { type AuthorSetting, authorMessages, withAuthorsOfAll } from '../../authors/authors.ts';
import { maxPictures, type PictureRef, readPictures, tooManyPictures } from '../../pictures/pictures.ts';
import { stagePicture } from '../../pictures/server/stage.ts';
import type { GivenSettings } from '../../settings.ts';

/** TrackEntries[3].TrackName, TrackEntries[3].Tags[], TrackEntries[3].Authors[0].Role; Global.Difficulty, Global.Authors[0].Name for all tracks. */
export const trackNames: EntryNames = {
  entries: 'TrackEntries',
  file: 'TrackFile',
  noun: 'tracks',
  field: /^TrackEntries\[(\d+)\]\.(\w{1,40}(?:\[\d{1,4}\]\.\w{1,40})?)(?:\[\d{0,3}\])?$/i,
  shared: /^Global\.(\w{1,40}(?:\[\d{1,4}\]\.\w{1,40})?)(?:\[\d{0,3}\])?$/i,
  meantEmpty: /^ScreenshotFiles/, // no pictures
  moreFiles: /^screenshotfiles\[(\d{1,3})\]\.screenshotfile$/,
};

/** A co-author as sent: by id or, if no script could look it up, by exact name. */
interface SentAuthor extends AuthorSetting {
  Name?: string;
}

type SentSettings = Omit<GivenSettings, 'Authors'> & {
  readonly Authors?: SentAuthor[] | undefined;
  /** co-authors of all tracks in the form */
  readonly AuthorsOfAll?: SentAuthor[] | undefined;
};

/** Settings that together determine visibility and release. */
const visibility = ['visible', 'releasedate', 'listed', 'beta'] as const;

/**
 * The settings of an entry, its own or otherwise those of `Global`. Without CustomVisibility, the visibility of `Global` applies. `tags`:
 * those of the edition, which may be sent by name.
 */
export function settingsIn(
  { values: own, fields }: FormEntry,
  global: FieldValues,
  tags: Site['tags'],
): SentSettings {
  const values = (name: string) => own.get(name) ?? global.get(name);
  const last = (name: string) => values(name)?.at(-1);
  const custom = truth(own.get('customvisibility')?.at(-1)) === true;
  const shared = !custom && visibility.some((name) => global.has(name));
  const visibilityField = (name: (typeof visibility)[number]) =>
    shared ? global.get(name)?.at(-1) : last(name);
  return {
    TrackName: last('trackname'),
    Difficulty: code(last('difficulty'), difficulties),
    Routes: code(last('routes'), routeKinds),
    Tags: values('tags')
      ?.flatMap((text) => text.split(','))
      .map((text) => tagNamed(text, tags) ?? code(text, []) ?? -1),
    AuthorComments: last('authorcomments'),
    Visible: truth(visibilityField('visible')),
    ReleaseDate: visibilityField('releasedate'),
    Listed: truth(visibilityField('listed')),
    Beta: truth(visibilityField('beta')),
    TrackStatus: code(last('trackstatus'), []) as PackTrackStatus | undefined, // validated by parseSettings
    Authors: authorsIn(own),
    AuthorsOfAll: authorsIn(global),
    ScreenshotFiles: readPictures(fields) ?? undefined,
  };
}

/** undefined if missing */
const truth = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : isYes(text.trim());

/** A number, or the name of one. Anything else becomes -1, which every rule refuses. */
function code(text: string | undefined, names: readonly string[]): number | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim().toLowerCase();
  if (/^\d{1,4}$/.test(trimmed)) return Number(trimmed);
  return names.findIndex((name) => name.toLowerCase() === trimmed);
}

const tagNamed = (text: string, tags: Site['tags']): number | undefined =>
  tags.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())?.id;

const authorField = /^authors\[(\d{1,3})\]\.(userid|role|name)$/;

/** The co-authors of an entry sorted by index. Missing ids are left to parseSettings to refuse. */
function authorsIn(values: FieldValues): SentAuthor[] | undefined {
  const found = new Map<number, SentAuthor>();
  for (const [name, texts] of values) {
    const [, index, what] = authorField.exec(name) ?? [];
    if (index === undefined) continue;
    const author: SentAuthor = found.get(Number(index)) ?? { UserId: Number.NaN, Role: '' };
    const text = texts.at(-1) ?? '';
    if (what === 'role') author.Role = text;
    else if (what === 'name') author.Name = text.trim();
    else author.UserId = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN;
    found.set(Number(index), author);
  }
  const authors = [...found].sort(([a], [b]) => a - b).map(([, author]) => author);
  return authors.length > 0 ? authors : undefined;
}

/** The settings with all co-authors by id: browsers without scripts send exact names, and those of all tracks apart. */
export async function withNamed(
  ctx: Ctx,
  { Authors: own = [], AuthorsOfAll: ofAll = [], ...settings }: SentSettings,
): Promise<GivenSettings> {
  if (own.length === 0 && ofAll.length === 0) return settings;
  const names = [...own, ...ofAll].flatMap(({ Name }) => (Name === undefined ? [] : [Name]));
  const people =
    names.length === 0
      ? []
      : await forSite(ctx, 'profile')
          .where('name', 'in', names)
          .where('closed_at', 'is', null)
          .select(['user_id', 'name'])
          .execute();
  const byId = ({ UserId, Role, Name }: SentAuthor): AuthorSetting => {
    if (Name === undefined) return { UserId, Role };
    const person = people.find(({ name }) => name === Name);
    if (!person) throw new Problem(422, `“${Name}”: ${authorMessages.unknown}`, { field: 'Authors' });
    return { UserId: person.user_id, Role };
  };
  return { ...settings, Authors: withAuthorsOfAll(own.map(byId), ofAll.map(byId)) };
}

/** Stages pictures in the form itself, as browsers without scripts send them, after those staged before. */
export async function withStaged(
  ctx: Ctx,
  settings: GivenSettings,
  pictures: FormEntry['moreFiles'],
): Promise<GivenSettings> {
  if (pictures.length === 0) return settings;
  const refs: PictureRef[] = [...(settings.ScreenshotFiles ?? [])];
  const most = maxPictures(ctx.viewer.isSupporter);
  if (refs.length + pictures.length > most) {
    throw new Problem(422, tooManyPictures(most), { field: 'ScreenshotFiles' });
  }
  for (const picture of pictures) {
    if (!picture.blob) throw picture.problem;
    refs.push({ reference: (await stagePicture(ctx, picture)).Reference });
  }
  return { ...settings, ScreenshotFiles: refs };
}
