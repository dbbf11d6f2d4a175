import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { distanceTo, surfacesOf } from '#lib/drawing/space/contacts.ts';
import { fitOf } from '#lib/drawing/space/fit.ts';
import type { Point } from '#lib/drawing/space/grid.ts';
import { parseShapes } from '#lib/drawing/space/shape.ts';
import { type SourceTrack, spaceOf, type TrackSpace } from '#lib/drawing/space/track-space.ts';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import { embeddedCourse } from '#lib/gbx/read/embedded-map.ts';
import { readReplay } from '#lib/gbx/read/replay.ts';
import { ConfigError } from '#platform/env.ts';
import { wheelContacts } from '#platform/gbx/wheel-contacts.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npx node src/scripts/measure-roads.ts FOLDER
Says how well the drawn roads lie under the runs of all replays in a folder, with the shapes of blocks alone and fitted to the run. The
fit gets every other contact; the figures are those of the contacts in between.`;

const metres = 0.5;

interface Sum {
  tracks: number;
  contacts: number;
  near: number;
  fitted: number;
  beside: number;
}

await runCommand(usage, async () => {
  const [folder] = parseArgs({ allowPositionals: true }).positionals;
  if (folder === undefined)
    throw new ConfigError(['Say which folder: npx node src/scripts/measure-roads.ts FOLDER']);
  const shapes = parseShapes(
    readFileSync(new URL('../lib/drawing/space/block-shapes.tsv', import.meta.url), 'utf8'),
  );
  const sums = new Map<string, Sum>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.replay\.gbx$/i.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    const track = trackOf(bytes);
    const space = track && spaceOf(track, shapes, true);
    if (!track || !space) continue;
    const contacts = wheelContacts(bytes, track.environment);
    if (contacts.length === 0) continue;
    const isLearned = (_: Point, at: number) => at % 2 === 0;
    const learned = contacts.filter(isLearned);
    const others = contacts.filter((contact, at) => !isLearned(contact, at));
    const fit = fitOf(space, learned);
    const after = spaceOf({ ...track, fit }, shapes, true) ?? space;
    const sum = sums.get(track.environment) ?? { tracks: 0, contacts: 0, near: 0, fitted: 0, beside: 0 };
    sums.set(track.environment, sum);
    const [before, now] = [measured(space, others), measured(after, others)];
    sum.tracks += 1;
    sum.contacts += before.contacts;
    sum.near += before.near;
    sum.fitted += now.near;
    sum.beside += before.beside;
    console.log(name, track.environment, share(before.near, before.contacts), share(now.near, now.contacts));
  }
  console.table(
    Object.fromEntries(
      [...sums].map(([environment, { tracks, contacts, near, fitted, beside }]) => [
        environment,
        {
          tracks,
          contacts,
          'shapes alone': share(near, contacts),
          fitted: share(fitted, contacts),
          'on no road': beside,
        },
      ]),
    ),
  );
});

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** Contacts with the ground next to a road are none with a road. */
function measured(space: TrackSpace, contacts: readonly Point[]) {
  const surfaceAt = surfacesOf(space);
  const sum = { contacts: 0, near: 0, beside: 0 };
  for (const contact of contacts) {
    const surface = surfaceAt(contact);
    const isNear = surface !== null && distanceTo(surface) <= metres;
    const isOnGround = Math.abs(contact[1] - space.terrain.under(contact[0], contact[2])) <= metres;
    if (!surface || (!isNear && isOnGround)) sum.beside += 1;
    else {
      sum.contacts += 1;
      if (isNear) sum.near += 1;
    }
  }
  return sum;
}

/** The track that a replay contains. Games before TMU leave its header out. */
function trackOf(bytes: Uint8Array): SourceTrack | null {
  const read = readReplay(bytes);
  if (!read.ok || !read.replay.map) return null;
  const { map, environment } = read.replay;
  const whole = readChallenge(map.bytes);
  if (whole.ok) return whole.challenge;
  return environment && { blocks: embeddedCourse(map).blocks, environment, size: { x: 32, y: 0, z: 32 } };
}
