import type { Generated, JSONColumnType } from 'kysely';
import type { MedalSource, TrackFacts, TrackOddity } from '#lib/codes/track.ts';
import { byTheCrew, table } from './table.ts';

export const trackTables = {
  track: table({
    onPages: {
      by: ['track_id', 'uploader_id'],
      unseen: ['beta_warned_at'],
      often: [
        'awards',
        'comments',
        'downloads',
        'replays',
        'activity_at',
        'last_awarded_at',
        'awards_week',
        'awards_month',
      ],
    },
    owner: 'tracks',
    rows: 'by edition',
    inChanges: {
      columns: [
        'uploader_id',
        'name',
        'author_comments',
        'primary_type',
        'environment',
        'car',
        'mood',
        'difficulty',
        'routes',
        'tags',
        'replay_type',
        'unlimiter_version',
        'author_time_ms',
        'author_score',
        'gold_target',
        'silver_target',
        'bronze_target',
        'is_public',
        'is_listed',
        'is_beta',
        'current_version',
        'uploaded_at',
        'updated_at',
      ],
    },
    ids: 'track',
    notPersonal: {
      deleted_by: byTheCrew,
      record_user_id: 'A copy of the driver of the best replay, recalculated with it.',
    },
  }).columns<{
    site: string;
    track_id: number;
    uploader_id: number;
    name: string;
    name_folded: string;
    author_comments: string | null;
    primary_type: number;
    /** 1-based, as in the API */
    environment: number;
    car: number;
    mood: number;
    difficulty: number;
    routes: number;
    tags: number[];
    replay_type: Generated<number>;
    track_value: Generated<number>;
    unlimiter_version: number | null;
    author_time_ms: number;
    author_score: number | null;
    gold_target: number | null;
    silver_target: number | null;
    bronze_target: number | null;
    is_public: Generated<boolean>;
    is_listed: Generated<boolean>;
    is_beta: Generated<boolean>;
    current_version: Generated<number>;
    uploaded_at: Date;
    updated_at: Date;
    activity_at: Date;
    awards: Generated<number>;
    comments: Generated<number>;
    downloads: Generated<number>;
    last_awarded_at: Date | null;
    record_replay_id: number | null;
    record_time_ms: number | null;
    record_score: number | null;
    record_respawns: Generated<number>;
    record_user_id: number | null;
    record_at: Date | null;
    replays: Generated<number>;
    author_time_beaten: Generated<boolean>;
    /** awards of the last 7 and 30 days, at the last run of the job that counts them */
    awards_week: Generated<number>;
    awards_month: Generated<number>;
    /** secret part of the link to an unlisted track */
    secret_key: Generated<string>;
    /** when it first became public; null: not yet */
    released_at: Date | null;
    /** when it will become public automatically */
    release_at: Date | null;
    /** a deleted track is neither public nor listed and is removed after 30 days */
    deleted_at: Date | null;
    deleted_by: number | null;
    deleted_reason: string | null;
    /** restored together with the track */
    was_public: boolean | null;
    was_listed: boolean | null;
    /** hidden because the account of its uploader is closed */
    hidden_with_account: Generated<boolean>;
    /** 'review': waits for a moderator; 'crew': hidden by one. Such a track cannot be public. */
    hold: string | null;
    held_at: Date | null;
    /** when an author last changed the beta, other than by a new file */
    beta_changed_at: Date | null;
    /** when its author was notified that the beta will be hidden */
    beta_warned_at: Date | null;
  }>(),

  track_version: table({
    onPages: { by: ['track_id'], unseen: ['drawing_run', 'drawing_again_at'] },
    owner: 'tracks',
    rows: 'by edition',
    inChanges: { partOf: 'track', columns: ['uid', 'sha256', 'file_name', 'file_size', 'thumbnail_sha256'] },
  }).columns<{
    site: string;
    track_id: number;
    version: number;
    uid: string;
    sha256: string;
    file_name: string;
    file_size: number;
    game: string;
    facts: JSONColumnType<TrackFacts>;
    thumbnail_sha256: string | null;
    drawing_sha256: string | null;
    drawing_hero_sha256: string | null;
    drawing_tile_sha256: string | null;
    drawing_raster_sha256: string | null;
    /** what the drawings show, in words */
    drawing_about: string | null;
    /** where points of the track are in the hero; null: it is a map from above, or there is none */
    drawing_view: number[] | null;
    /** by how much its run says that roads lie higher than the shapes of blocks (lib/drawing/space/fitted.ts) */
    drawing_fit: number[] | null;
    /** hash of the replay's file whose run numbers the checkpoints; null: a walk along the road does */
    drawing_run: string | null;
    /** when it is to be drawn again, because another run may number the checkpoints then */
    drawing_again_at: Date | null;
    /** revision of the drawing code; 0: not drawn yet */
    drawing_revision: Generated<number>;
    /** when drawing it last failed in a way that may succeed later; null: never */
    drawing_failed_at: Date | null;
    uploaded_by: number;
    uploaded_at: Date;
    /** when it last stopped being the current version; null: it is current, or the next version says so */
    retired_at: Date | null;
    /** of the blocks that the author placed; '' if there are too few to tell tracks apart; null: not read yet */
    blocks_hash: string | null;
    /** null: not read yet, or its file cannot be read */
    targets: JSONColumnType<MedalSource> | null;
    /** null: not read yet; empty also for a file that cannot be read */
    oddities: JSONColumnType<TrackOddity[]> | null;
  }>(),

  track_author: table({
    onPages: { by: ['track_id', 'user_id'] },
    owner: 'tracks',
    rows: 'by edition',
    inChanges: { partOf: 'track', columns: ['user_id', 'position', 'is_pending', 'role'] },
  }).columns<{
    site: string;
    track_id: number;
    user_id: number;
    position: Generated<number>;
    is_uploader: Generated<boolean>;
    is_pending: Generated<boolean>;
    role: Generated<string>;
    /** null once accepted, and for uploaders */
    invited_at: Date | null;
  }>(),

  picture: table({
    onPages: { by: ['reference', 'track_id'] },
    owner: 'tracks',
    otherWriters: ['platform/uploads'],
    rows: 'by edition',
  }).columns<{
    site: string;
    /** random; known only to its uploader */
    reference: string;
    user_id: number;
    /** null while staged */
    track_id: number | null;
    file_name: string;
    file_size: number;
    width: number;
    height: number;
    staged_at: Date;
    /** of its files; counts towards the account's staged bytes until a track uses it */
    stored_bytes: Generated<number>;
  }>(),

  /** One stored version of a picture. */
  picture_file: table({ onPages: { by: ['reference'] }, owner: 'tracks', rows: 'by edition' }).columns<{
    site: string;
    reference: string;
    /** avif, webp or jpeg */
    format: string;
    width: number;
    height: number;
    sha256: string;
  }>(),

  track_image: table({
    onPages: { by: ['track_id'] },
    owner: 'tracks',
    rows: 'by edition',
    inChanges: { partOf: 'track', columns: ['position', 'sha256'] },
  }).columns<{
    site: string;
    track_id: number;
    /** 1 is first */
    position: number;
    sha256: string;
    /** null: the picture is small enough to be shown directly */
    small_sha256: string | null;
    /** of its picture; null for an older one, whose only file is sha256 */
    reference: string | null;
    file_name: string;
    file_size: number;
    width: number;
    height: number;
    added_at: Date;
  }>(),

  track_feature: table({
    onPages: { by: ['track_id'] },
    owner: 'tracks',
    rows: 'by edition',
    inChanges: { partOf: 'track', columns: ['comment'] },
    notPersonal: { featured_by: byTheCrew },
  }).columns<{
    site: string;
    track_id: number;
    comment: string;
    featured_by: number;
    featured_at: Date;
  }>(),

  /** Where the address of a merged or moved track leads. */
  track_redirect: table({ onPages: { by: ['track_id'] }, owner: 'tracks', rows: 'by edition' }).columns<{
    site: string;
    track_id: number;
    to_site: string;
    to_track_id: number;
    redirected_at: Date;
  }>(),

  track_download: table({ onPages: 'own', owner: 'tracks', rows: 'by edition' }).columns<{
    site: string;
    track_id: number;
    /** YYYY-MM-DD, UTC */
    day: string;
    person: string;
    user_id: number | null;
    downloaded_at: Date;
  }>(),

  play_later: table({
    onPages: { by: ['user_id', 'track_id'] },
    owner: 'playlater',
    rows: 'by edition',
  }).columns<{
    site: string;
    user_id: number;
    track_id: number;
    added_at: Date;
    /** ascending, with gaps */
    position: number;
  }>(),

  /** The link under which a user shares the Play Later list. */
  play_later_share: table({ onPages: { by: ['user_id'] }, owner: 'playlater', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    secret_key: string;
    created_at: Date;
  }>(),

  /** Tracks whose stored file must be read again. */
  track_reread: table({ onPages: 'never', owner: 'tracks', rows: 'shared' }).columns<{
    site: string;
    track_id: number;
  }>(),

  /** Tracks to count again after the account of an author, commenter or driver was closed or reopened. */
  unsettled_track: table({ onPages: 'never', owner: 'tracks', rows: 'by edition' }).columns<{
    site: string;
    part: 'comments' | 'replays' | 'people' | 'online';
    track_id: number;
  }>(),

  /** Written only by triggers. */
  track_change: table({ onPages: 'never', owner: 'tracks', rows: 'shared' }).columns<{
    seq: Generated<number>;
    site: string;
    track_id: number;
    xid: Generated<number>;
    changed_at: Generated<Date>;
    /** the table whose rows changed */
    part: Generated<string>;
  }>(),

  /** Written only by triggers: what changed, for pages that are cached. */
  page_change: table({ onPages: 'never', owner: 'tracks', rows: 'shared' }).columns<{
    seq: Generated<number>;
    /** null: of a table that all editions share */
    site: string | null;
    /** the table that changed */
    name: string;
    /** `column value` for each of its columns in `onPages`; null: any row may have changed */
    keys: string[] | null;
    xid: Generated<number>;
    changed_at: Generated<Date>;
  }>(),
};
