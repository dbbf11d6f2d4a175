import { CHALLENGE } from '#lib/gbx/read/class-ids.ts';
import { challengeBody } from '#lib/gbx/tools/challenge-body-writer.ts';
import { challengeHeaderParts } from '#lib/gbx/tools/challenge-header-writer.ts';
import { type ChallengeSpec, withDefaults } from '#lib/gbx/tools/challenge-spec.ts';
import { headerPart, writeContainer } from '#lib/gbx/tools/container-writer.ts';
import { type ReplaySpec, withReplayDefaults } from '#lib/gbx/tools/replay-spec.ts';
import { replayBody, replayHeaderParts } from '#lib/gbx/tools/replay-writer.ts';

/** The part of a forged track that contradicts the others. */
type Forged<Spec> = { readonly [part in 'header' | 'xml' | 'body']?: Partial<Spec> };

const xmlChunk = 0x005;
const replayXmlChunk = 0x001;

/** A forged track: one part was changed, the others are genuine. Without changes it equals `writeChallenge`. */
export function forgedChallenge(honest: ChallengeSpec, changed: Forged<ChallengeSpec>): Buffer {
  const spec = (part: keyof typeof changed) => withDefaults({ ...honest, ...changed[part] });
  const xml = challengeHeaderParts(spec('xml')).find(({ chunk }) => chunk === xmlChunk);
  const parts = challengeHeaderParts(spec('header')).map((part) =>
    part.chunk === xmlChunk && xml ? xml : part,
  );
  const { body, nodes } = challengeBody(spec('body'));
  const classId = honest.game === 'TMF' ? CHALLENGE : 0x2400_3000;
  return Buffer.from(writeContainer(classId, parts, nodes, body));
}

/** The same for a replay. */
export function forgedReplay(honest: ReplaySpec, changed: Forged<ReplaySpec>): Buffer {
  const spec = (part: keyof typeof changed) => withReplayDefaults({ ...honest, ...changed[part] });
  const xml = replayHeaderParts(spec('xml')).find(({ chunk }) => chunk === replayXmlChunk);
  const parts = replayHeaderParts(spec('header')).map((part) =>
    part.chunk === replayXmlChunk && xml ? xml : part,
  );
  const { body, nodes } = replayBody(spec('body'));
  return Buffer.from(writeContainer(0x2407_e000, parts, nodes, body));
}

/** A track with a vehicle of this name, which the normal writer would not write. */
export function withVehicle(spec: ChallengeSpec, vehicle: string): Buffer {
  const known = 'CoastCar';
  const { body, nodes } = challengeBody(withDefaults({ ...spec, car: 'Coast' }));
  const at = Buffer.from(body).indexOf(known);
  const name = Buffer.from(vehicle);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(name.length);
  const changed = Buffer.concat([body.subarray(0, at - 4), length, name, body.subarray(at + known.length)]);
  return Buffer.from(writeContainer(CHALLENGE, challengeHeaderParts(withDefaults(spec)), nodes, changed));
}

/**
 * The header of a map of ManiaPlanet or later, with a body that cannot be read. Its picture alone is larger than the whole
 * header of an old track may be.
 */
export function newerMap(): Buffer {
  const parts = [
    headerPart(0x002, (w) => w.raw(Uint8Array.of(13, ...new Array<number>(56).fill(0)))),
    headerPart(0x003, (w) => w.zeros(3)),
    headerPart(0x007, (w) => w.zeros(400_000)),
  ];
  return Buffer.from(writeContainer(CHALLENGE, parts, 1, new Uint8Array(10)));
}
