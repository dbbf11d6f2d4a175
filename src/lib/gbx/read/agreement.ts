import type { ChallengeBody } from './challenge-body.ts';
import type { ChallengeChunks } from './challenge-header.ts';
import type { EmbeddedMap } from './embedded-map.ts';
import { environmentOf } from './environment.ts';
import type { Ghost } from './ghost.ts';
import { modeName } from './mode.ts';
import { Fault } from './refusal.ts';
import type { ReplayChunks } from './replay-header.ts';
import { excerpt } from './text-limits.ts';

/** A value as given by one part of a file: null for "none", undefined if that part has no such field. */
type Given = string | number | boolean | null | undefined;

function shown(value: Given, unit: string): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return `${value}${unit}`;
  return excerpt(value);
}

/** The fault for two parts of a file that contradict each other. */
function contradiction(field: string, unit: string, ...parts: readonly (readonly [string, Given])[]): Fault {
  const said = parts.map(([part, value]) => `${shown(value, unit)} in its ${part}`).join(' and ');
  return new Fault('altered', `This file was altered: the ${field} is ${said}.`);
}

const environmentName = (collection: string | undefined) =>
  collection && (environmentOf(collection) ?? collection);

/**
 * Throws a Fault if header and body of a track contradict each other. They never do in real files, so a difference means
 * that the file was edited by hand. The kind and the number of laps do differ in real files and are not compared.
 */
export function assertBodyAgrees({ desc, common }: ChallengeChunks, body: ChallengeBody): void {
  const compare = (field: string, header: Given, inBody: Given, unit = '') => {
    if (header !== inBody) throw contradiction(field, unit, ['header', header], ['body', inBody]);
  };
  const { map, name } = body;
  compare('environment', environmentName(common.map.collection), environmentName(map?.collection));
  compare('author', common.map.author, map?.author);
  compare('name', common.name, name);
  if (desc.version >= 1) {
    compare('bronze medal', desc.bronze, body.bronze);
    compare('silver medal', desc.silver, body.silver);
    compare('gold medal', desc.gold, body.gold);
    compare('author time', desc.authorTimeMs, body.authorTimeMs, ' ms');
  }
  if (desc.version >= 10) compare('author score', desc.authorScore, body.authorScore);
  // The first builds with modes and laps may omit these chunks in the body.
  if (desc.version >= 10 || (desc.mode !== null && body.mode !== undefined))
    compare('mode', modeName(desc.mode), modeName(body.mode));
  if (desc.version >= 10 || (desc.version >= 5 && body.isLapRace !== undefined))
    compare('lap flag', desc.isLapRace, body.isLapRace);
}

/**
 * Throws a Fault if the XML header of a track contradicts the other header chunks. Missing attributes are not compared, and neither is
 * the name: games and lists use the binary one, so a file with another name in its XML can be played. See `otherXmlName`.
 */
export function assertXmlAgrees({ desc, common, community }: ChallengeChunks): void {
  if (community === null) return;
  const xml = community.stated;
  const compare = (field: string, header: Given, inXml: Given, unit = '', isSame = header === inXml) => {
    if (inXml !== undefined && !isSame)
      throw contradiction(field, unit, ['header', header], ['XML header', inXml]);
  };
  compare('environment', environmentName(common.map.collection), environmentName(xml.environment));
  const { author } = xml;
  compare(
    'author',
    common.map.author,
    author,
    '',
    author !== undefined && isSameText(author, common.map.author),
  );
  compare('bronze medal', desc.bronze, xml.bronze);
  compare('silver medal', desc.silver, xml.silver);
  compare('gold medal', desc.gold, xml.gold);
  compare('author time', desc.authorTimeMs, xml.authorTimeMs, ' ms');
  if (desc.version >= 10) compare('author score', desc.authorScore, xml.authorScore);
  if (desc.mode !== null) compare('mode', modeName(desc.mode), xml.mode);
}

/** The name in the XML header if it is not that of the other header chunks; null otherwise. */
export function otherXmlName({ common, community }: ChallengeChunks): string | null {
  const name = community?.stated.name;
  return name === undefined || isSameText(name, common.name) ? null : name;
}

/**
 * Whether a text of the XML equals that of the binary header. Up to TMU the XML is form-encoded ("Paradise+Island"), with
 * details that differ between builds, so if they are not equal, only letters and digits are compared.
 */
function isSameText(xml: string, binary: string): boolean {
  if (xml === binary) return true;
  const own = lettersOf(binary);
  const decoded = xml.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  // An unescaped quotation mark ends the attribute early.
  return [xml, decoded].some((text) => {
    const letters = lettersOf(text);
    return letters === own || (binary.includes('"') && own.startsWith(letters));
  });
}

const lettersOf = (text: string) => text.replace(/&#\w{1,8};/g, '').replace(/[^A-Za-z0-9]+/g, '');

/** The parts of a replay that describe its run. */
type ReplayParts = ReplayChunks & {
  readonly map: EmbeddedMap | null;
  readonly ghosts: readonly Ghost[];
};

/**
 * Throws a Fault if the headers of a replay contradict each other, the embedded track, or its only ghost. The header of a
 * replay with several ghosts may describe any of them.
 */
export function assertReplayAgrees({ basic, community, map, ghosts }: ReplayParts): void {
  if (basic === null || basic.map === null) return;
  const compare = (field: string, part: string, header: Given, other: Given, unit = '') => {
    if (header !== other) throw contradiction(field, unit, ['header', header], [part, other]);
  };
  if (map !== null) {
    compare('environment', 'track', environmentOf(basic.map.collection), map.environment);
    compare('author of the track', 'track', basic.map.author, map.authorLogin);
  }
  const xmlTime = community?.statedTimeMs;
  if (xmlTime !== undefined) compare('time', 'XML header', basic.bestTimeMs, xmlTime, ' ms');
  const [ghost] = ghosts;
  if (ghost === undefined || ghosts.length > 1) return;
  compare('time', 'ghost', basic.bestTimeMs, ghost.timeMs, ' ms');
  compare('nickname', 'ghost', basic.nickname, ghost.nickname);
  compare('login', 'ghost', basic.login, ghost.login);
  const counted = [
    ['number of respawns', community?.respawns, ghost.respawns],
    ['stunt score', community?.stuntScore, ghost.stuntScore],
  ] as const;
  for (const [field, inXml, inGhost] of counted) {
    if (inXml === null || inXml === undefined || inXml === inGhost) continue;
    throw contradiction(field, '', ['XML header', inXml], ['ghost', inGhost]);
  }
}
