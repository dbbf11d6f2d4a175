import type { ChangeRow } from '#features/changes/model.ts';
import { parseMessage } from '#lib/bbcode/parse.ts';
import { messageText } from '#lib/bbcode/text.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import type { WebhookFormat } from './model.ts';

interface Person {
  readonly User: { readonly Name: string };
}
interface OfTrack {
  readonly Track: { readonly TrackId: number; readonly TrackName: string };
}

/** What is read of the thing that changed, by its kind: what a visitor sees of it now. */
export interface ChangedRows {
  readonly track: { readonly TrackName: string; readonly Uploader: { readonly Name: string } };
  readonly replay: Person & {
    readonly Track: OfTrack['Track'] & { readonly Type: number };
    readonly ReplayTime: number;
    readonly ReplayScore: number;
    readonly IsSecret: boolean;
    readonly Position: number | null;
  };
  readonly comment: Person & OfTrack & { readonly Comment: string };
  readonly award: Person & OfTrack & { readonly Comment: string };
  readonly pack: { readonly PackName: string; readonly Creator: { readonly Name: string } };
  readonly packentry: OfTrack & { readonly Pack: { readonly PackName: string } };
  readonly news: Person & { readonly Title: string };
}
export type SentKind = keyof ChangedRows;

/** The fields that are read of each kind of row. */
export const sentFields = {
  track: ['TrackId', 'TrackName', 'UId', 'Uploader.UserId', 'Uploader.Name'],
  replay: [
    'ReplayId',
    'Track.TrackId',
    'Track.TrackName',
    'Track.Type',
    'User.UserId',
    'User.Name',
    'ReplayTime',
    'ReplayScore',
    'IsSecret',
    'Position',
    'ReplayAt',
  ],
  comment: [
    'CommentId',
    'Comment',
    'CommentAt',
    'Track.TrackId',
    'Track.TrackName',
    'User.UserId',
    'User.Name',
  ],
  award: [
    'CommentId',
    'Comment',
    'CommentAt',
    'Track.TrackId',
    'Track.TrackName',
    'User.UserId',
    'User.Name',
  ],
  pack: ['PackId', 'PackName', 'Tracks', 'Creator.UserId', 'Creator.Name'],
  news: ['NewsId', 'Title', 'PostedAt', 'User.UserId', 'User.Name'],
} as const;

/** A change with what a visitor sees of the thing now; `row` null: nothing any more. */
export interface SentChange {
  readonly change: ChangeRow;
  readonly row: object | null;
}

/** The edition that sends. */
export interface Sender {
  readonly site: { readonly code: string; readonly name: string };
  /** such as https://tmnf.example.org */
  readonly origin: string;
}

const isSent = (kind: string): kind is SentKind => kind === 'packentry' || Object.hasOwn(sentFields, kind);

const pathOf = ({ Kind, Id, ParentId }: ChangeRow): string => {
  if (Kind === 'track') return routes.trackShow(Id);
  if (Kind === 'pack') return routes.trackPackShow(Id);
  if (Kind === 'packentry') return routes.trackPackShow(ParentId ?? 0);
  if (Kind === 'news') return routes.newsShow(Id);
  if (Kind === 'comment' || Kind === 'award') return routes.trackComment(ParentId ?? 0, Id);
  return routes.trackShow(ParentId ?? 0);
};

/** The page that shows what changed. */
const linkOf = ({ origin }: Sender, change: ChangeRow): string => origin + pathOf(change);

/** A delivery in our own format. */
const jsonBody = (sender: Sender, { change, row }: SentChange): object => ({
  Site: sender.site.code,
  Change: change,
  Link: linkOf(sender, change),
  Row: row,
});

const things: Readonly<Record<SentKind, string>> = {
  track: 'track',
  replay: 'replay',
  comment: 'comment',
  award: 'award',
  pack: 'trackpack',
  packentry: 'track in a trackpack',
  news: 'news post',
};

const titleOf = ({ Kind, Act }: ChangeRow): string => {
  const thing = isSent(Kind) ? things[Kind] : 'change';
  if (Act === 'created') return Kind === 'news' ? 'News' : `New ${thing}`;
  return `${thing[0]?.toUpperCase()}${thing.slice(1)} ${Act === 'deleted' ? 'deleted' : 'changed'}`;
};

const nameOf = (name: string) => stripGameText(name).trim() || 'Unnamed';

const textOf = (bbcode: string) => messageText(parseMessage(bbcode)).trim();

type Described = { readonly name: string; readonly text: string };

const ofComment = ({ Track, User, Comment }: ChangedRows['comment']): Described => ({
  name: nameOf(Track.TrackName),
  text: [`by ${User.Name}`, textOf(Comment)].filter(Boolean).join('\n'),
});

const describers: { readonly [Kind in SentKind]: (row: ChangedRows[Kind]) => Described } = {
  track: ({ TrackName, Uploader }) => ({ name: nameOf(TrackName), text: `by ${Uploader.Name}` }),
  replay: ({ Track, User, ReplayTime, ReplayScore, IsSecret, Position }) => ({
    name: nameOf(Track.TrackName),
    text: [
      IsSecret ? 'Secret result' : formatResult(Track.Type, ReplayTime, ReplayScore),
      `by ${User.Name}`,
      Position === null ? '' : `(rank ${Position + 1})`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  comment: ofComment,
  award: ofComment,
  pack: ({ PackName, Creator }) => ({ name: nameOf(PackName), text: `by ${Creator.Name}` }),
  packentry: ({ Track, Pack }) => ({ name: nameOf(Track.TrackName), text: `in ${nameOf(Pack.PackName)}` }),
  news: ({ Title, User }) => ({ name: Title, text: `by ${User.Name}` }),
};

function describe({ Kind }: ChangeRow, row: object | null): Described {
  if (row === null || !isSent(Kind)) return { name: '', text: '' };
  const describer = describers[Kind] as (row: object) => Described; // the row was read with the fields of this kind
  return describer(row);
}

/** Characters that Discord reads as formatting. */
const escaped = (text: string): string => text.replace(/[\\*_~`|>#[\]()<]/g, '\\$&');

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff\\]$/, '')}…`;

/** A delivery as Discord takes it. Names and texts of users mention nobody there. */
function discordBody(sender: Sender, { change, row }: SentChange): object {
  const { name, text } = describe(change, row);
  const title = name === '' ? titleOf(change) : `${titleOf(change)}: ${escaped(name)}`;
  return {
    username: cut(sender.site.name, 80),
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cut(title, 256),
        url: linkOf(sender, change),
        ...(text !== '' && { description: cut(escaped(text), 1000) }),
        timestamp: `${change.At}Z`,
      },
    ],
  };
}

/** The body of a delivery. */
export const bodyOf = (format: WebhookFormat, sender: Sender, sent: SentChange): string =>
  JSON.stringify((format === 'discord' ? discordBody : jsonBody)(sender, sent));

/** The body of a test. */
export const testBody = (format: WebhookFormat, { site, origin }: Sender): string =>
  JSON.stringify(
    format === 'discord'
      ? { username: cut(site.name, 80), content: `This webhook of <${origin}> works.` }
      : { Site: site.code, Test: true },
  );
