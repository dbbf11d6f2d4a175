import type { Game } from '../read/game.ts';
import { MODES } from '../read/mode.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { FullSpec } from './challenge-spec.ts';
import { type HeaderPart, headerPart } from './container-writer.ts';

/** Versions of header chunks 002, 003, 004 and of the XML; null if a game has no such chunk. See FORMAT.md. */
const VERSIONS: Record<
  Game,
  readonly [desc: number, common: number, header: number | null, xml: string | null]
> = {
  'TM 1.0': [3, 0, null, null],
  'TM Power Up': [4, 1, 2, null],
  TMO: [10, 4, 5, 'TMc.5'],
  TMS: [10, 4, 5, 'TMc.5'],
  'TMN ESWC': [10, 4, 5, 'TMc.5'],
  TMU: [10, 5, 6, 'TMc.6'],
  TMF: [11, 5, 6, 'TMc.6'],
};

const IN_PROGRESS = 6;
const NORMAL = 8;

/** The header chunks of a track in the format of its game. */
export function challengeHeaderParts(spec: FullSpec): HeaderPart[] {
  const [desc, common, header, xml] = VERSIONS[spec.game];
  const parts = [
    headerPart(0x002, (w) => writeDesc(w, spec, desc)),
    headerPart(0x003, (w) => writeCommon(w, spec, common)),
  ];
  if (header !== null) parts.push(headerPart(0x004, (w) => w.u32(header)));
  if (xml !== null) parts.push(headerPart(0x005, (w) => w.string(challengeXml(spec, xml)), true));
  if (common >= 5) parts.push(headerPart(0x007, (w) => writeThumbnail(w, spec), true));
  return parts;
}

function writeDesc(w: ByteWriter, spec: FullSpec, version: number): void {
  w.u8(version);
  w.u32(0);
  w.u32OrNone(spec.bronze);
  w.u32OrNone(spec.silver);
  w.u32OrNone(spec.gold);
  w.u32OrNone(spec.authorTimeMs);
  if (version >= 4) w.u32(spec.cost);
  if (version >= 5) w.u32(spec.laps > 0 ? 1 : 0);
  if (version >= 6) w.u32(MODES.indexOf(spec.mode));
  if (version >= 9) w.u32(0);
  if (version >= 10) w.u32OrNone(spec.authorScore);
  if (version >= 11) w.u32(0);
}

function writeCommon(w: ByteWriter, spec: FullSpec, version: number): void {
  w.u8(version);
  w.ident(spec.uid, spec.collection, spec.authorLogin);
  w.string(spec.name);
  w.u8(spec.authorTimeMs === null ? IN_PROGRESS : NORMAL);
  if (version >= 1) {
    w.u32(0);
    w.string('');
  }
  if (version >= 2) w.ident(spec.mood, spec.collection, 'Nadeo');
  if (version >= 3) w.zeros(8);
  if (version >= 4) w.zeros(8);
  if (version >= 5) w.zeros(16);
}

/** Escapes text as the value of an XML attribute. */
function quoted(text: string): string {
  return `"${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`;
}

function challengeXml(spec: FullSpec, version: string): string {
  const none = (value: number | null) => quoted(String(value ?? -1));
  // Up to TMU the name is form-encoded, which is one reason why readers use the binary one.
  const name = spec.game === 'TMF' ? spec.name : spec.name.replaceAll(' ', '+');
  const deps = spec.deps.map(({ file, url }) => `<dep file=${quoted(file)}${url && ` url=${quoted(url)}`}/>`);
  return [
    `<header type="challenge" version=${quoted(version)} exever=${quoted(spec.exeVersion)}>`,
    `<ident uid=${quoted(spec.uid)} name=${quoted(name)} author=${quoted(spec.authorLogin)}/>`,
    `<desc envir=${quoted(spec.collection)} mood=${quoted(spec.mood)} type=${quoted(spec.mode)}`,
    ` nblaps="${spec.laps}" price="${spec.cost}" />`,
    `<times bronze=${none(spec.bronze)} silver=${none(spec.silver)} gold=${none(spec.gold)}`,
    ` authortime=${none(spec.authorTimeMs)} authorscore=${none(spec.authorScore)}/>`,
    `<deps>${deps.join('')}</deps></header>`,
  ].join('');
}

function writeThumbnail(w: ByteWriter, spec: FullSpec): void {
  const jpeg = spec.thumbnail ?? new Uint8Array();
  w.u32(1);
  w.u32(jpeg.length);
  w.rawText('<Thumbnail.jpg>');
  w.raw(jpeg);
  w.rawText('</Thumbnail.jpg><Comments>');
  w.string(spec.comments);
  w.rawText('</Comments>');
}
