import { buffer } from 'node:stream/consumers';
import { forSite } from '#db/for-site.ts';
import { momentsInDrawing } from '#features/replays/line/server/repo.ts';
import { pictureOfRun } from '#lib/drawing/oblique/picture-of-run.ts';
import type { Ctx } from '#platform/context.ts';
import { blobOf, type StoredBlob } from '#platform/files/blob-store.ts';
import { storeDrawn } from '#platform/files/store-drawn.ts';
import { senderOf } from '#platform/lanes/sender.ts';
import { SingleFlight } from '#platform/lanes/single-flight.ts';
import type { PictureTools } from '#platform/pictures/tools.ts';
import { type CardFacts, cardHeightAt, cardWidths, type DrawnRun, type StoredCard } from '../card-facts.ts';
import { cardDrawing, cardPicture } from './draw.ts';
import { versionOf } from './subjects.ts';

interface CardFile {
  readonly sha256: string;
  readonly blob: StoredBlob;
}

/** The bytes by width; null if another request stored them meanwhile. */
type Drawn = ReadonlyMap<number, Uint8Array> | null;

/** One turn for each client and card: a card that waits in the queue of one client does not make the others wait with it. */
const turns = new SingleFlight<Drawn>();
/** Cards that are being drawn, by all clients. */
const drawings = new SingleFlight<Drawn>();

const isStored = (facts: CardFacts): facts is StoredCard => facts.kind !== 'duel' && facts.kind !== 'replay';

async function storedCard(ctx: Ctx, facts: CardFacts, width: number): Promise<CardFile | null> {
  if (!isStored(facts)) return null;
  const row = await forSite(ctx, 'card')
    .where('kind', '=', facts.kind)
    .where('subject_id', '=', facts.id)
    .where('width', '=', width)
    .where('version', '=', versionOf(facts))
    .select('sha256')
    .executeTakeFirst();
  const blob = row && (await ctx.files.open(row.sha256));
  return blob ? { sha256: row.sha256, blob } : null;
}

/**
 * The card with these facts in one of its widths. All widths are drawn and stored when one is first requested, or when the facts
 * have changed; those of duels and replays are drawn for each request. null if the card was removed while it was read.
 */
export async function cardImage(ctx: Ctx, facts: CardFacts, width: number): Promise<CardFile | null> {
  const stored = await storedCard(ctx, facts, width);
  if (stored) return stored;
  const card = [ctx.site.code, facts.kind, facts.id, versionOf(facts)].join(' ');
  const { client, signal } = senderOf(ctx);
  const drawn = await turns.run(`${client} ${card}`, signal, (left) =>
    ctx.pictures.take({ client, signal: left }, (tools) =>
      // another client may leave without an effect on this one
      drawings.run(card, undefined, () => drawAndStore(ctx, facts, tools)),
    ),
  );
  const bytes = drawn?.get(width);
  return bytes ? blobOf(bytes) : storedCard(ctx, facts, width);
}

async function drawAndStore(ctx: Ctx, facts: CardFacts, tools: PictureTools): Promise<Drawn> {
  const [smallest = 0] = cardWidths.toReversed();
  if (await storedCard(ctx, facts, smallest)) return null; // drawn while this one waited, perhaps by another process
  const run = facts.line ? await drawnRun(ctx, facts.line, tools) : null;
  const photos = run ? [run] : await storedPictures(ctx, facts.pictures);
  const cards = await tools.card(await cardDrawing({ site: ctx.site, facts, photos }));
  const drawn = new Map(cardWidths.map((width, index) => [width as number, cards[index] ?? Buffer.alloc(0)]));
  if (!isStored(facts)) return drawn;
  try {
    await store(ctx, facts, drawn);
  } catch (err) {
    // a full disk: the card is sent, and drawn again next time
    ctx.log.warn({ err, kind: facts.kind, id: facts.id }, 'a card was not stored');
  }
  return drawn;
}

async function storedPictures(ctx: Ctx, hashes: readonly string[]): Promise<Buffer[]> {
  const files = await Promise.all(hashes.map((sha256) => ctx.files.open(sha256)));
  return Promise.all(files.flatMap((file) => (file ? [buffer(file.stream())] : [])));
}

/** The line of a run over the drawing of its track; null if the file contains no movement. */
async function drawnRun(ctx: Ctx, { hero, view, replay }: DrawnRun, tools: PictureTools) {
  const [file, moments] = await Promise.all([ctx.files.open(hero), momentsInDrawing(ctx, replay, view)]);
  if (!file || moments.length === 0) return null;
  const points = moments.map(([, x, y]): [number, number] => [x, y]);
  const svg = pictureOfRun((await buffer(file.stream())).toString(), points, cardPicture);
  return svg && tools.raster({ svg, density: 72, size: null, format: 'png' });
}

async function store(ctx: Ctx, facts: StoredCard, drawn: ReadonlyMap<number, Buffer>): Promise<void> {
  const files = [...drawn].map(([width, bytes]) => ({
    format: 'jpeg' as const,
    width,
    height: cardHeightAt(width),
    bytes,
  }));
  await storeDrawn(ctx, files, async (tx, rows) => {
    const version = versionOf(facts);
    const common = { site: tx.site.code, kind: facts.kind, subject_id: facts.id, version };
    await tx.db
      .insertInto('card')
      .values(rows.map(({ width, sha256 }) => ({ ...common, width, sha256, drawn_at: tx.clock.now() })))
      .onConflict((conflict) =>
        conflict.columns(['site', 'kind', 'subject_id', 'width']).doUpdateSet((eb) => ({
          version,
          sha256: eb.ref('excluded.sha256'),
          drawn_at: tx.clock.now(),
        })),
      )
      .execute();
  });
}
