import { readContainer, readPreamble, unpackBody } from '../read/container.ts';
import { collectionOf, vehicleOf } from '../read/environment.ts';
import type { Game } from '../read/game.ts';
import { LIMITS } from '../read/limits.ts';
import { ByteWriter } from './byte-writer.ts';
import { type HeaderPart, headerPart, writeContainer } from './container-writer.ts';
import { writeInputs, writeOldInputs } from './input-writer.ts';
import type { FullGhostSpec, FullReplaySpec } from './replay-spec.ts';
import { writeRecord } from './sample-writer.ts';

const END_OF_NODE = 0xfaca_de01;
const NO_NODE = 0xffff_ffff;

/** Versions of header chunk 000; TM 1.0 has no header at all. */
const BASIC_VERSIONS: Record<Game, number | null> = {
  'TM 1.0': null,
  'TM Power Up': 1,
  TMO: 4,
  TMS: 4,
  'TMN ESWC': 4,
  TMU: 6,
  TMF: 7,
};

/** The header chunks of a replay in the format of its game. */
export function replayHeaderParts(spec: FullReplaySpec): HeaderPart[] {
  const version = BASIC_VERSIONS[spec.game];
  if (version === null) return [];
  const basic = headerPart(0x000, (w) => {
    w.u32(spec.headerVersion ?? version);
    if (version < 4) return;
    w.ident(spec.uid, collectionOf(spec.environment), spec.mapAuthor);
    w.u32OrNone(spec.bestTimeMs);
    w.string(spec.nickname);
    if (version >= 6) w.string(spec.login);
  });
  if (version < 4) return [basic];
  const xml =
    `<header type="replay" version="TMr.${version}" exever="${spec.exeVersion}"><challenge uid="${spec.uid}"/>` +
    `<times best="${spec.bestTimeMs ?? -1}" respawns="${spec.respawns}" stuntscore="${spec.stuntScore}"` +
    ` validable="${spec.validable ? 1 : 0}"/></header>`;
  return [basic, headerPart(0x001, (w) => w.string(xml), true)];
}

/** The unpacked body of a replay and its number of nodes. */
export function replayBody(spec: FullReplaySpec): { body: Uint8Array; nodes: number } {
  const w = new ByteWriter();
  const isTmf = spec.game === 'TMF';
  const isUnited = isTmf || spec.game === 'TMU';
  const isOldest = spec.game === 'TM 1.0' || spec.game === 'TM Power Up';
  const base = isTmf ? 0x0309_3000 : 0x2403_f000;
  if (spec.map !== null) {
    const map = isUnited || isOldest ? spec.map : withoutHeader(spec.map);
    w.u32(base + 0x002);
    w.u32(map.length);
    w.raw(map);
  }
  const [first] = spec.ghosts;
  if (isOldest) {
    w.u32(base + 0x003);
    writeOldInputs(w, first?.timeMs ?? 0, first?.inputs ?? []);
  }
  w.u32(base + (isTmf ? 0x014 : 0x004));
  if (!isTmf) w.u32(4); // version
  w.u32(10); // version of the list
  w.u32(spec.ghosts.length);
  let nodes = 1;
  for (const ghost of spec.ghosts) {
    w.u32(nodes++);
    writeGhost(w, spec, ghost);
  }
  w.zeros(8);
  if (spec.exe !== '' && !isUnited) {
    w.skippable(base + 0x008, () => {
      w.string(spec.exe);
      w.u32(0);
    });
  }
  if (!isOldest && !isUnited && first !== undefined) {
    w.u32(base + 0x00d);
    writeInputs(w, first.timeMs ?? 1, first.inputs, false);
  }
  if (!isOldest) {
    w.u32(base + (isTmf ? 0x015 : 0x00c));
    w.u32(NO_NODE); // no MediaTracker clip
  }
  w.u32(END_OF_NODE);
  return { body: w.done(), nodes };
}

function writeGhost(w: ByteWriter, spec: FullReplaySpec, ghost: FullGhostSpec): void {
  const isTmf = spec.game === 'TMF';
  const isUnited = isTmf || spec.game === 'TMU';
  const base = isTmf ? 0x0309_2000 : 0x2401_b000;
  const chunk = (number: number) => w.u32(base + number);
  const number = (id: number, value: number | null) => w.skippable(base + id, () => w.u32OrNone(value));
  const car = () => w.ident(vehicleOf(spec.environment), 'Vehicles', 'Nadeo');
  w.u32(base);
  writeRecord(w, spec.game, ghost.samples);
  if (spec.game !== 'TM 1.0') number(0x005, ghost.timeMs);
  if (spec.game === 'TM 1.0' || spec.game === 'TM Power Up') {
    chunk(0x003);
    car();
    w.string('Default');
    w.string(ghost.nickname);
    if (spec.game === 'TM Power Up') {
      w.skippable(base + 0x004, () => {
        w.u32(ghost.checkpoints.length);
        for (const { timeMs } of ghost.checkpoints) {
          w.u32OrNone(timeMs);
          w.f32(100); // speed
        }
      });
    }
    w.u32(END_OF_NODE);
    return;
  }
  number(0x008, ghost.respawns);
  number(0x00a, ghost.stuntScore);
  w.skippable(base + 0x00b, () => {
    w.u32(ghost.checkpoints.length);
    for (const { timeMs, score } of ghost.checkpoints) {
      w.u32OrNone(timeMs);
      w.u32OrNone(score);
    }
  });
  if (!isUnited) {
    chunk(0x006);
    car();
    w.string('');
    w.u32(0);
    w.string(ghost.nickname);
    w.u32(END_OF_NODE);
    return;
  }
  if (!isTmf) {
    chunk(0x00d);
    car();
    w.string('');
    w.zeros(16);
    w.string(ghost.nickname);
  }
  chunk(0x00f);
  w.string(ghost.login);
  if (isTmf) {
    chunk(0x015);
    w.id(ghost.nickname);
    chunk(0x018);
    car();
  }
  chunk(isTmf ? 0x019 : 0x011);
  writeInputs(w, ghost.timeMs ?? 1, ghost.inputs, spec.shiftedClock);
  if (ghost.inputs.length > 0) {
    w.string(spec.exe);
    w.zeros(12); // checksum, system, processor
    w.string('<id>Unassigned</id><laps>1</laps><ct>1</ct>');
    if (isTmf) w.u32(0); // seed
  }
  w.u32(END_OF_NODE);
}

/** The same file without header chunks, as TMO, TMS and TMN ESWC embed it in a replay. */
function withoutHeader(file: Uint8Array): Uint8Array {
  const container = readContainer(file, readPreamble(file));
  return writeContainer(
    container.classIdRaw,
    [],
    container.nodes,
    unpackBody(container, LIMITS.challengeBodyBytes),
  );
}
