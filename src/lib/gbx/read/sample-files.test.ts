import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { leastWork } from '#testing/least-work.ts';
import { SAMPLE_FILES } from '../tools/gbx-bench.ts';
import { challengeRefusal, readChallenge } from './challenge.ts';
import type { Challenge } from './challenge-facts.ts';
import { readPreamble } from './container.ts';
import type { RefusalCode } from './refusal.ts';
import { type Replay, readReplay } from './replay.ts';

// Real files next to the project (../shared/gbx), with a table of what an independent reader found in each.
const present = existsSync(join(SAMPLE_FILES, 'INDEX.tsv'));
const note = present ? '' : ' (skipped: no sample files)';

type Row = Record<string, string>;

const rows = present ? readTable() : [];
const rowsIn = (folder: string): Row[] => rows.filter(({ file }) => file?.startsWith(`${folder}/`));
/** At least one case, so that a missing folder is reported as skipped. */
const orNone = (some: Row[]): Row[] => (some.length > 0 ? some : [{ file: 'none' }]);

function readTable(): Row[] {
  const [head = '', ...lines] = readFileSync(join(SAMPLE_FILES, 'INDEX.tsv'), 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}

const bytesOf = ({ file = '' }: Row): Uint8Array => readFileSync(join(SAMPLE_FILES, file));

/** The table's names of games and environments. */
const GAME_WORDS: Record<string, string> = {
  'TM 1.0': 'TM 1.0 (2003)',
  'TM Power Up': 'TM Power Up (2004)',
  TMO: 'TMO (Original)',
  TMS: 'TMS (Sunrise)',
  TMU: 'TMU (pre-Forever)',
  TMF: 'TMF (TMNF/TMUF)',
};
const ENVIRONMENT_WORDS: Record<string, string> = { Desert: 'Desert(Speed)', Snow: 'Snow(Alpine)' };

const cell = (value: string | number | null): string => (value === null ? '' : String(value));
const flags = (found: Record<string, boolean>): string[] =>
  Object.entries(found).flatMap(([flag, is]) => (is ? [flag] : []));
const nonAscii = (text: string): boolean => [...text].some((letter) => letter > '~');

/** What both kinds of file contain, in the terms of the table. */
function common(row: Row, facts: Challenge | Replay): Row {
  const bytes = bytesOf(row);
  return {
    size: cell(bytes.length),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    class_id_raw: `0x${readPreamble(bytes).classIdRaw.toString(16).padStart(8, '0')}`,
    kind: facts.kind,
    game: GAME_WORDS[facts.game] ?? facts.game,
    exever: cell(facts.exeVersion),
    env: ENVIRONMENT_WORDS[facts.environment] ?? facts.environment,
    uid: cell(facts.uid),
  };
}

function trackRow(row: Row, track: Challenge): Row {
  const isOldest = track.game === 'TM 1.0' || track.game === 'TM Power Up';
  const { deps } = track;
  return {
    ...common(row, track),
    // The table contains headers; the oldest games have the mood in the body and no mode at all.
    mood: isOldest ? '' : cell(track.decoration),
    name: track.name,
    author: track.authorLogin,
    mode: isOldest ? '' : track.mode,
    author_or_race_time_ms: cell(track.authorTimeMs),
    // -1 if the header has a score that is not set.
    author_score: track.authorScore === null && row.author_score === '-1' ? '-1' : cell(track.authorScore),
    bronze: cell(track.bronze),
    silver: cell(track.silver),
    gold: cell(track.gold),
    cost: cell(track.cost),
    // The table does not contain these for TM 1.0.
    laps: isOldest ? '' : cell(track.laps),
    blocks: track.game === 'TM 1.0' ? '' : cell(track.blockCount),
    thumbnail_bytes: cell(track.thumbnail?.length ?? 0),
    flags: [
      ...(deps.length > 0 ? [`deps:${deps.length}`] : []),
      ...flags({
        'dep-url': deps.some(({ url }) => url !== ''),
        'formatted-name': track.name.includes('$'),
        'non-ascii-name': nonAscii(track.name),
        comments: track.comments !== '',
        'in-progress/unvalidated': !track.validated,
        password: track.hasPassword,
      }),
    ].join(' '),
  };
}

function replayRow(row: Row, replay: Replay): Row {
  const isOldest = replay.game === 'TM 1.0' || replay.game === 'TM Power Up';
  const inputs = replay.inputCount;
  return {
    ...common(row, replay),
    name: cell(replay.mapName),
    // The table contains headers, and the oldest games have none; we use the embedded track.
    author: isOldest ? '' : replay.mapAuthor,
    author_or_race_time_ms: cell(replay.bestTimeMs),
    nick: replay.nickname,
    login: replay.login,
    respawns: cell(replay.respawns),
    stunt: cell(replay.stuntScore),
    validable: replay.validable === null ? '' : cell(replay.validable ? 1 : 0),
    ghosts: cell(replay.ghosts.length),
    cps: cell(replay.ghosts[0]?.checkpoints.length || null),
    // The table does not contain those behind MediaTracker data.
    inputs: row.inputs === '' ? '' : cell(inputs),
    // The table contains the first 60 characters.
    exe: cell(replay.exe).slice(0, 60),
    flags: flags({
      'formatted-nick': replay.nickname.includes('$'),
      'non-ascii-nick': nonAscii(replay.nickname),
      'time-from-body': isOldest,
      'map-embedded': replay.map?.headerless === false,
      'map-embedded-headerless': replay.map?.headerless === true,
    }).join(' '),
  };
}

/** Compares the columns that we can fill; the others must be empty in the table. */
function expectRow(found: Row, row: Row): void {
  const { file, source, ...columns } = row;
  const filled = Object.fromEntries(Object.entries(columns).filter(([key, value]) => key in found || value));
  expect(found).toEqual(filled);
}

describe(`real tracks are read right in every column${note}`, () => {
  test.skipIf(!present).each(orNone(rowsIn('tracks')))('$file', (row) => {
    const read = readChallenge(bytesOf(row));
    if (!read.ok) throw new Error(read.refusal.message);
    expectRow(trackRow(row, read.challenge), row);
  });
});

describe(`only real tracks without a uid or not validated are refused${note}`, () => {
  test.skipIf(!present).each(orNone(rowsIn('tracks')))('$file', (row) => {
    const read = readChallenge(bytesOf(row));
    if (!read.ok) throw new Error(read.refusal.message);
    const expected = row.uid === '' ? 'no-uid' : row.flags?.includes('unvalidated') ? 'unvalidated' : null;
    expect(challengeRefusal(read.challenge)?.code ?? null).toBe(expected);
  });
});

describe(`tracks embedded in real replays agree with themselves${note}`, () => {
  const inReplays = join(SAMPLE_FILES, 'maps-of-replays');
  const files = existsSync(inReplays) ? readdirSync(inReplays) : ['none'];
  test.skipIf(!present).each(files)('%s', (file) => {
    const bytes = readFileSync(join(inReplays, file));
    const read = readChallenge(bytes);
    // Some games remove the header, so there is nothing to compare.
    const isHeaderless = readPreamble(bytes).headerChunks.length === 0;
    expect(read.ok ? challengeRefusal(read.challenge) : read.refusal.code).toBe(
      isHeaderless ? 'damaged-header' : null,
    );
  });
});

describe(`real replays are read right in every column${note}`, () => {
  test.skipIf(!present).each(orNone(rowsIn('replays')))('$file', (row) => {
    const read = readReplay(bytesOf(row));
    if (!read.ok) throw new Error(read.refusal.message);
    expectRow(replayRow(row, read.replay), row);
  });
});

const codes = (bytes: Uint8Array): (RefusalCode | 'accepted')[] =>
  [readChallenge(bytes), readReplay(bytes)].map((read) => (read.ok ? 'accepted' : read.refusal.code));

describe(`real files of newer games and other classes are refused${note}`, () => {
  test.skipIf(!present).each(orNone(rowsIn('refuse')))('$file', (row) => {
    const isTrack = row.kind === 'Challenge';
    const isReplay = row.kind === 'Replay';
    expect(codes(bytesOf(row))).toEqual([
      isTrack ? 'newer-game' : 'wrong-class',
      isReplay ? 'newer-game' : 'wrong-class',
    ]);
  });
});

/** Why each hostile file is refused by the reader of its kind. Every bit flip in them can be detected. */
const HOSTILE: readonly (readonly [file: RegExp, code: RefusalCode])[] = [
  [/01-empty|02-magic-only|04-trunc20/, 'too-short'],
  [/04-trunc/, 'truncated'],
  [/05-chunks|07-chunksize|09-name-len|13-xml-len/, 'damaged-header'],
  [/16-class-other/, 'wrong-class'],
  [/17-version/, 'unknown-container'],
  [/20-flip18/, 'truncated'],
  [/20-flip16/, 'damaged-body'],
  [/20-flip/, 'damaged-header'],
  [/21-60000-chunks|22-deep-reftable|23-uncomp|25-uncomp/, 'over-limit'],
  [/24-comp/, 'truncated'],
  [/31-zerobody/, 'damaged-body'],
];

describe(`hostile files are refused in milliseconds${note}`, () => {
  test.skipIf(!present).each(orNone(rowsIn('hostile')))('$file', (row) => {
    const bytes = bytesOf(row);
    expect(leastWork(() => codes(bytes))).toBeLessThan(20_000);
    const [asTrack, asReplay] = codes(bytes);
    const own = asTrack === 'wrong-class' ? asReplay : asTrack;
    expect(own).toBe(HOSTILE.find(([file]) => file.test(row.file ?? ''))?.[1]);
    expect([asTrack, asReplay]).not.toContain('accepted');
  });
});
