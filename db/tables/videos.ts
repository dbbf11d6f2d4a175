import type { Generated } from 'kysely';
import { byTheCrew, table } from './table.ts';

export const videoTables = {
  video: table({
    onPages: { by: ['video_id', 'poster_id', 'creator_id'] },
    owner: 'videos',
    rows: 'by edition',
    inChanges: {
      columns: [
        'poster_id',
        'creator_id',
        'title',
        'author',
        'link_id',
        'length_s',
        'published_at',
        'removed_at',
      ],
    },
    ids: 'video',
    notPersonal: { removed_by: byTheCrew },
  }).columns<{
    site: string;
    video_id: number;
    poster_id: number;
    creator_id: number | null;
    title: string;
    title_folded: string;
    author: string;
    link_id: string;
    thumbnail: string;
    length_s: number;
    posted_at: Date;
    published_at: Date;
    /** counts changes, so that two editors do not overwrite each other */
    version: Generated<number>;
    /** null: never changed */
    updated_at: Date | null;
    /** removed videos are in no list; their address cannot be posted again */
    removed_at: Date | null;
    /** null: hidden with the account of its poster */
    removed_by: number | null;
    removed_reason: string | null;
    /** hidden because the account of its poster is closed */
    hidden_with_account: Generated<boolean>;
  }>(),

  /** One stored version of a video's picture. */
  video_picture: table({ onPages: { by: ['video_id'] }, owner: 'videos', rows: 'by edition' }).columns<{
    site: string;
    video_id: number;
    /** avif, webp or jpeg */
    format: string;
    width: number;
    height: number;
    sha256: string;
    added_at: Date;
  }>(),

  track_video: table({
    onPages: { by: ['track_id', 'video_id'] },
    owner: 'videos',
    rows: 'by edition',
    inChanges: { partOf: 'video', columns: ['is_featured', 'timestamp_s'] },
  }).columns<{
    site: string;
    track_id: number;
    video_id: number;
    is_featured: Generated<boolean>;
    timestamp_s: number | null;
  }>(),
};
