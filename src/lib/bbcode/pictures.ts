/** Why a picture is not shown, and the sentence for it. */
const pictureFailures = {
  address: 'its address cannot be requested',
  host: 'pictures of this host are not shown here',
  unreachable: 'its host cannot be reached',
  missing: 'there is nothing at this address',
  refused: 'its host does not give it out',
  size: 'the file is too large',
  pixels: 'it has too many pixels',
  type: 'this is not a picture of a known kind',
  damaged: 'the file is damaged',
  slow: 'its host takes too long to answer',
  busy: 'this site had no time to prepare it yet',
  blocked: 'it was removed by a moderator',
} as const;

export type PictureFailure = keyof typeof pictureFailures;

export const isPictureFailure = (text: string): text is PictureFailure => text in pictureFailures;

/**
 * A picture from another host: shown from our own copy, waiting to be fetched, or not shown for a reason. `key` names our copy and
 * the page about the picture.
 */
export type MessagePicture = { readonly key: string } & (
  | { readonly is: 'shown'; readonly width: number; readonly height: number }
  | { readonly is: 'waiting' }
  | { readonly is: 'failed'; readonly failure: PictureFailure }
);

/** Why a picture is not shown, as a sentence without its full stop. */
export const pictureNote = (picture: Exclude<MessagePicture, { is: 'shown' }>): string =>
  picture.is === 'waiting'
    ? 'This picture is being fetched'
    : `Picture not shown, because ${pictureFailures[picture.failure]}`;

/** The addresses of our copy of a picture and of the page about it; `src/routes/` declares them from these. */
export const picturePattern = '/remotepicture/:key';
export const picturePagePattern = '/remotepictureshow/:key';
export const pictureSource = (key: string): string => picturePattern.replace(':key', key);
export const picturePage = (key: string): string => picturePagePattern.replace(':key', key);

/** The host of a picture, for its description. */
export const pictureHost = (address: string): string =>
  address.replace(/^https?:\/\//i, '').split(/[/?#:]/, 1)[0] ?? '';
