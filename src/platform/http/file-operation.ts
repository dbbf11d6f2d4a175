/** An address that returns no JSON of the API: a file, a picture, a zip, a feed or a document for the games. */
export interface FileOperation {
  readonly about: string;
  readonly kind: keyof typeof fileKinds;
  /** its media type; null: it redirects */
  readonly type: string | null;
  /** what the parameters of its query mean */
  readonly query?: Readonly<Record<string, string>>;
}

/** The groups of such addresses in the document of the API. */
export const fileKinds = {
  files: 'Files of tracks and replays, and zips of them.',
  pictures: 'Pictures.',
  feeds: 'Atom feeds.',
  game: 'Documents that the games and their servers read.',
  legacy: 'Addresses of former sites of this kind, for older tools. Their form never changes.',
  site: 'Documents about the site, for search engines and other sites.',
} as const;
