import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { redrawRemote } from '#platform/remote-pictures/redraw.ts';
import { pngOf } from '#testing/pictures.ts';
import { ranOutOfTime } from './out-of-time.ts';
import { redrawPicture } from './picture.ts';

afterEach(() => void vi.restoreAllMocks());

const rules = { maxPixels: 1000, refuse: () => null, wrongKind: 'Another kind.' };
const outOfTime = new Error('timeout: 31% complete\nVipsImage: killed for image "temp-63"');

test('a picture whose time ends is recognised', async () => {
  const slow = sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'red' } })
    .timeout({ seconds: 1 })
    .blur(80)
    .avif({ effort: 9 })
    .toBuffer();
  expect(ranOutOfTime(await slow.catch((error: unknown) => error))).toBe(true);
  const damaged = sharp((await pngOf(300, 200)).subarray(0, 150), { failOn: 'error' })
    .raw()
    .toBuffer();
  expect(ranOutOfTime(await damaged.catch((error: unknown) => error))).toBe(false);
});

test('an uploaded picture that is not drawn in time is not called damaged', async () => {
  const png = await pngOf(20, 20);
  vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(outOfTime);
  await expect(redrawPicture(async () => png, rules)).rejects.toMatchObject({
    status: 503,
    extra: { retryAfterSeconds: 5 },
  });
  expect(await redrawPicture(async () => png, rules)).toMatchObject({ ok: true });
});

test('a picture of another host that is not drawn in time is not called damaged', async () => {
  const png = await pngOf(20, 20);
  vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(outOfTime);
  expect(await redrawRemote(png)).toBe('busy');
  expect(await redrawRemote(png)).toMatchObject({ width: 20, height: 20 });
});
