import { CHALLENGE } from '../read/class-ids.ts';
import { challengeBody } from './challenge-body-writer.ts';
import { challengeHeaderParts } from './challenge-header-writer.ts';
import { type ChallengeSpec, withDefaults } from './challenge-spec.ts';
import { writeContainer } from './container-writer.ts';
import { type ReplaySpec, withReplayDefaults } from './replay-spec.ts';
import { replayBody, replayHeaderParts } from './replay-writer.ts';

/** The file of a track as saved by its game, for fixtures and demo tracks. Reading it returns values equal to `spec`. */
export function writeChallenge(spec: ChallengeSpec): Uint8Array {
  const full = withDefaults(spec);
  const { body, nodes } = challengeBody(full);
  return writeContainer(
    full.game === 'TMF' ? CHALLENGE : 0x2400_3000,
    challengeHeaderParts(full),
    nodes,
    body,
  );
}

/** The file of a replay as saved by hand in its game, for fixtures and demo runs. Reading it returns values equal to `spec`. */
export function writeReplay(spec: ReplaySpec): Uint8Array {
  const full = withReplayDefaults(spec);
  const { body, nodes } = replayBody(full);
  return writeContainer(0x2407_e000, replayHeaderParts(full), nodes, body);
}
