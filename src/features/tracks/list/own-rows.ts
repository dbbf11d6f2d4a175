interface Row {
  readonly TrackId: number;
  readonly InBookmarks: boolean;
  readonly Authors: readonly { readonly User: { readonly UserId: number } }[];
}

/** What is a user's own in rows of tracks. */
export interface OwnTracks {
  readonly userId: number;
  /** on the Play Later list */
  readonly queued: ReadonlySet<number>;
}

/**
 * Rows as visitors get them, with what is the user's own in them. If nothing is, the same rows: their HTML is shared. The user's own
 * tracks look different, so the rows are others even if their fields are the same.
 */
export function withOwnTracks<R extends Row>(
  rows: readonly R[],
  { userId, queued }: OwnTracks,
): readonly R[] {
  const isOwn = ({ TrackId, Authors }: R) =>
    queued.has(TrackId) || Authors.some(({ User }) => User.UserId === userId);
  if (!rows.some(isOwn)) return rows;
  return rows.map((row) => ({ ...row, InBookmarks: queued.has(row.TrackId) }));
}
