/**
 * The most of everything a file may hold, each well above what was seen in 531 real files of the old games.
 * Sizes are bytes. A length read from a file is compared with these, and with the bytes left, before anything is allocated.
 */
export const LIMITS = {
  /** A Challenge file; the largest seen is 118 KiB. */
  challengeFileBytes: 1024 * 1024,
  /** A Challenge body once unpacked; the largest seen is 166 KiB. */
  challengeBodyBytes: 8 * 1024 * 1024,
  /** A Replay file; the largest seen is 2.73 MiB, a run of 93 minutes. */
  replayFileBytes: 8 * 1024 * 1024,
  /** A Replay body once unpacked; the largest seen is 2.98 MiB. */
  replayBodyBytes: 16 * 1024 * 1024,
  /** Unpacked size over packed size; 4.8 seen, about 255 possible. */
  lzoRatio: 32,
  userDataBytes: 256 * 1024,
  headerChunks: 32,
  xmlBytes: 64 * 1024,
  nameBytes: 1024,
  loginBytes: 128,
  commentsBytes: 16 * 1024,
  /** The build of the game, in characters; the longest seen is 7. */
  exeVersion: 32,
  /** Login, or in the older games the free name, of the author, in characters; the longest seen is 30. */
  author: 128,
  /** Name of the decoration, which tells the mood, in characters; the longest seen is 13. */
  decoration: 64,
  /** Path of a mod, music or other file the track needs, in characters. Windows stopped at 260. */
  path: 512,
  /** Address of such a file, in characters. */
  url: 1024,
  /** Any other string: tips, file paths, block texts. */
  stringBytes: 16 * 1024,
  nodes: 65_535,
  externalFiles: 256,
  externalFolders: 256,
  externalDepth: 8,
  /** Nodes inside nodes; real files stop at 4. */
  nodeDepth: 16,
  ids: 65_535,
  blocks: 100_000,
  /** Puzzle pieces on offer, checkpoints of a track, checkpoint times of a run. */
  listItems: 65_535,
  deps: 256,
  ghosts: 64,
  inputs: 1_000_000,
  inputNames: 1024,
  laps: 1000,
  thumbnailBytes: 128 * 1024,
} as const;
