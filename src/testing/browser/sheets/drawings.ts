import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { atNight } from '#lib/drawing/night.ts';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import { ConfigError } from '#platform/env.ts';
import { drawTrack } from '#platform/gbx/draw-map.ts';
import { runCommand } from '#scripts/run-command.ts';
import { type Shot, saveSheet } from './sheet.ts';

const usage = `Usage: npm run drawings -- SHEETS FOLDER…
Draws every track file of the folders, and puts its thumbnail, the drawing by day and by night, and the tile as lists show it side by
side, for people to look at: one sheet for each ten tracks of an environment. Says how long a drawing takes, and how many bytes it has.`;

const rowsOfSheet = 10;
const height = 300;
const tileWidth = 200;

interface Drawn {
  readonly name: string;
  readonly milliseconds: number;
  readonly heroBytes: number;
  readonly tileBytes: number;
  readonly about: string | null;
  readonly pictures: readonly Buffer[];
}

const fitted = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).resize({ height }).png().toBuffer();

/** The drawing with its rules for the night out of their media query, which sharp passes over. */
function asAtNight(svg: string): string {
  const [before = '', after] = svg.split(`${atNight}{`);
  return after === undefined ? svg : before + after.replace('}}', '}');
}

/** A text as a picture. */
const label = (text: string): Promise<Buffer> =>
  sharp({
    text: {
      text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      width: tileWidth,
      rgba: true,
      wrap: 'char',
    },
  })
    .png()
    .toBuffer();

await runCommand(usage, async () => {
  const [sheets, ...folders] = parseArgs({ allowPositionals: true }).positionals;
  if (!sheets || folders.length === 0)
    throw new ConfigError(['Say where to, and which folders: npm run drawings -- SHEETS FOLDER…']);
  await mkdir(sheets, { recursive: true });
  const drawnTracks = new Map<string, Drawn[]>();
  for (const folder of folders) {
    for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
      if (!/\.gbx$/i.test(name)) continue;
      const bytes = await readFile(join(folder, name));
      const read = readChallenge(bytes);
      if (!read.ok) {
        console.log(`${name}: ${read.refusal.message}`);
        continue;
      }
      const started = process.cpuUsage();
      const track = drawTrack(bytes);
      const { user, system } = process.cpuUsage(started);
      if (!track.ok) {
        console.log(`${name}: nothing to draw`);
        continue;
      }
      const { hero, tile, about } = track.drawings;
      const { environment, thumbnail } = read.challenge;
      const drawn = drawnTracks.get(environment) ?? [];
      drawnTracks.set(environment, drawn);
      drawn.push({
        name: basename(name),
        about,
        milliseconds: (user + system) / 1000,
        heroBytes: hero.length,
        tileBytes: tile.length,
        pictures: await Promise.all([
          thumbnail ? sharp(thumbnail).flip().resize({ height }).png().toBuffer() : label('no thumbnail'),
          fitted(hero),
          fitted(asAtNight(hero)),
          sharp(Buffer.from(tile)).resize({ width: tileWidth }).png().toBuffer(),
          label(basename(name)),
        ]),
      });
    }
  }

  for (const [environment, drawn] of drawnTracks) {
    for (let from = 0; from < drawn.length; from += rowsOfSheet) {
      const shots: Shot[] = drawn
        .slice(from, from + rowsOfSheet)
        .flatMap(({ pictures }, row) => pictures.map((picture, column) => ({ column, row, picture })));
      await saveSheet(join(sheets, `${environment}-${from / rowsOfSheet + 1}.jpg`), shots);
    }
    const times = drawn.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    const at95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0;
    console.log(`${environment}: ${drawn.length} tracks, 95 % within ${at95.toFixed(0)} ms`);
  }
  const rows = [...drawnTracks.values()].flat();
  await writeFile(
    join(sheets, 'drawings.tsv'),
    [
      'name\tmilliseconds\tcharacters of the hero\tof the tile\tdescription',
      ...rows.map((row) =>
        [row.name, row.milliseconds.toFixed(1), row.heroBytes, row.tileBytes, row.about ?? ''].join('\t'),
      ),
      '',
    ].join('\n'),
  );
});
