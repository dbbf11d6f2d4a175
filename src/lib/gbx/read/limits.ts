/**
 * The limits of everything in a file, each well above the maximum found in 531 real files of the old games. Sizes are in
 * bytes. A length from a file is compared with these and with the bytes left before anything is allocated.
 */
export const LIMITS = {
  /** A Challenge file; the largest seen is 118 KiB. */
  challengeFileBytes: 1024 * 1024,
  /** An unpacked Challenge body; the largest seen is 166 KiB. */
  challengeBodyBytes: 8 * 1024 * 1024,
  /** A Replay file; the largest seen is 2.73 MiB, a run of 93 minutes. */
  replayFileBytes: 8 * 1024 * 1024,
  /** An unpacked Replay body; the largest seen is 2.98 MiB. */
  replayBodyBytes: 16 * 1024 * 1024,
  /** Unpacked size over packed size; the highest seen is 4.8, about 255 is possible. */
  lzoRatio: 32,
  userDataBytes: 256 * 1024,
  headerChunks: 32,
  xmlBytes: 64 * 1024,
  nameBytes: 1024,
  loginBytes: 128,
  commentsBytes: 16 * 1024,
  /** The build of the game, in characters; the longest seen is 7. */
  exeVersion: 32,
  /** Login of the author, or a free name in older games, in characters; the longest seen is 30. */
  author: 128,
  /** Name of the decoration, which contains the mood, in characters; the longest seen is 13. */
  decoration: 64,
  /** Path of a mod, music or other file that the track needs, in characters. Windows allows 260. */
  path: 512,
  /** Address of such a file, in characters. */
  url: 1024,
  /** Any other string: tips, file paths, block texts. */
  stringBytes: 16 * 1024,
  nodes: 65_535,
  externalFiles: 256,
  externalFolders: 256,
  externalDepth: 8,
  /** Nested nodes; real files have at most 4 levels. */
  nodeDepth: 16,
  ids: 65_535,
  blocks: 100_000,
  /** Puzzle pieces, checkpoints of a track, checkpoint times of a run. */
  listItems: 65_535,
  deps: 256,
  ghosts: 64,
  inputs: 1_000_000,
  /** Samples of a run; the most seen is 55,889, ten a second for 93 minutes. */
  samples: 200_000,
  /** The unpacked movement of a run; the most seen is 3.4 MiB. */
  samplesBytes: 16 * 1024 * 1024,
  /** Between two samples; all games use 100. */
  samplePeriodMs: 10_000,
  /** Distance from the corner of the map along one axis, in metres: four times the longest map. */
  coordinate: 20_000,
  /** Speed along one axis, in m/s. */
  speed: 2000,
  inputNames: 1024,
  laps: 1000,
  thumbnailBytes: 128 * 1024,
} as const;
