import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright/test';

/** ZIP_TRACKS=1000 zips as many tracks as a pack can contain. */
export const count = Number(process.env.ZIP_TRACKS ?? 40);
/** rows of one response: fewer than the tracks, so that there are further pages */
const pageRows = Math.ceil(count / 3);

const names = [
  'Röde Tøø Åß',
  '日本語のコース',
  '$f00Red $$5 $o$sbold$z',
  '../../etc/passwd',
  'C:\\CON<|>?*"',
  'Same name',
  'Same name',
  '🏁🚗',
  '\u202Exfdp.exe',
  '$n$',
  'W'.repeat(50),
];

interface MadeTrack {
  readonly id: number;
  readonly name: string;
  readonly bytes: Buffer;
}

/** Sizes of real tracks: 10 to 200 kB. */
export const madeTracks = (most = count): MadeTrack[] =>
  Array.from({ length: most }, (_, index) => ({
    id: 5000 + index,
    name: names[index] ?? `Track ${index}`,
    bytes: randomBytes(10_000 + ((index * 7919) % 190_000)),
  }));

/** The list and the files of these tracks, in place of the server's. */
export async function serve(
  page: Page,
  tracks: readonly MadeTrack[],
  refused: ReadonlyMap<number, number> = new Map(),
) {
  await page.route(/\/api\/tracks\?/, (route) => {
    const after = Number(new URL(route.request().url()).searchParams.get('after') ?? 0);
    const from = after === 0 ? 0 : tracks.findIndex(({ id }) => id === after) + 1;
    const rows = tracks.slice(from, from + pageRows);
    return route.fulfill({ json: { More: from + rows.length < tracks.length, Results: rows.map(rowOf) } });
  });
  const tried = new Map<number, number>();
  await page.route(/\/trackgbx\//, (route) => {
    const id = Number(/\/trackgbx\/(\d+)/.exec(route.request().url())?.[1]);
    const attempt = (tried.get(id) ?? 0) + 1;
    tried.set(id, attempt);
    const status = refused.get(id);
    // a temporary refusal succeeds the second time
    if (status !== undefined && (status < 500 || attempt === 1))
      return route.fulfill({
        status,
        json: { status, detail: 'This track was not found.' },
        headers: { 'retry-after': '0' },
      });
    return route.fulfill({ body: tracks.find((track) => track.id === id)?.bytes ?? '' });
  });
}

const rowOf = ({ id, name }: MadeTrack) => ({
  TrackId: id,
  TrackName: name,
  UId: `Uid_${id}`,
  Authors: [
    { User: { UserId: 1, Name: 'Änn', CustomUrl: null }, IsUploader: true, IsPending: false, Role: '' },
  ],
  AuthorTime: 45_000,
  UploadedAt: '2010-01-02T03:04:05.000',
  UpdatedAt: '2010-01-02T03:04:06.000',
});
