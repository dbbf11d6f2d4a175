import type { Generated } from 'kysely';
import { table } from './table.ts';

export const boardTables = {
  /** Where each block of a track's board begins, and how many ranked replays come before it. Small boards have no blocks. */
  rank_block: table({ onPages: { by: ['track_id'] }, owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    track_id: number;
    result: number;
    replay_at: Date;
    replay_id: number;
    before: number;
  }>(),

  leaderboard_row: table({
    onPages: { by: ['board', 'user_id'] },
    owner: 'leaderboards',
    rows: 'by edition',
  }).columns<{
    site: string;
    /** lbid: 0 standard, 1 classic, 2 Nadeo, 5 star, higher ones are pack ids */
    board: number;
    /** lbenv: 0 all */
    environment: number;
    user_id: number;
    score: number;
    records: Generated<number>;
    top10s: Generated<number>;
    replays: Generated<number>;
  }>(),

  /** Where each block of a leaderboard began when blocks were made, and how many rows came before it. */
  board_block: table({ onPages: { by: ['board'] }, owner: 'leaderboards', rows: 'by edition' }).columns<{
    site: string;
    board: number;
    environment: number;
    score: number;
    records: number;
    top10s: number;
    user_id: number;
    before: number;
  }>(),

  /** Rows that entered or left a leaderboard since its blocks were made. Written only by a trigger. */
  board_change: table({ onPages: { by: ['board'] }, owner: 'leaderboards', rows: 'by edition' }).columns<{
    site: string;
    board: number;
    environment: number;
    score: number;
    records: number;
    top10s: number;
    user_id: number;
    n: number;
  }>(),

  /** The leaderboards at the last midnight. */
  board_snapshot: table({ onPages: { by: ['board'] }, owner: 'leaderboards', rows: 'by edition' }).columns<{
    site: string;
    board: number;
    environment: number;
    user_id: number;
    position: number;
    score: number;
  }>(),

  /** The overall leaderboards at the first midnight of each week on which the user was on them. */
  board_history: table({
    onPages: { by: ['user_id'] },
    owner: 'leaderboards',
    rows: 'by edition',
  }).columns<{
    site: string;
    board: number;
    user_id: number;
    /** Monday, 00:00 UTC */
    week: Date;
    position: number;
    score: number;
  }>(),

  /** A replay whose points count on its driver's leaderboards of Standard tracks. */
  counting_replay: table({
    onPages: { by: ['user_id'] },
    owner: 'leaderboards',
    rows: 'by edition',
  }).columns<{
    site: string;
    user_id: number;
    replay_id: number;
    /** 1: of the ten of its environment, 2: also of the two that count on the overall board */
    mark: number;
    expires_at: Date;
  }>(),

  /** Tracks whose drivers' points must be recalculated by a job. */
  board_stale: table({ onPages: 'never', owner: 'leaderboards', rows: 'by edition' }).columns<{
    site: string;
    track_id: number;
    /** every driver of any version; otherwise those whose replay is ranked */
    everyone: boolean;
    noted_at: Date;
  }>(),
};
