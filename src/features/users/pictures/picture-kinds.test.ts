import { expect, test } from 'vitest';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { runSeed } from '#testing/run-seed.ts';
import { cutOf, faceProblem, fitted, sentSelection } from './picture-kinds.ts';

test.each([
  ['avatar', 63, 64, 'Too tiny (at least 64x64).'],
  ['avatar', 64, 63, 'Too tiny (at least 64x64).'],
  ['avatar', 64, 64, null],
  ['avatar', 5000, 5000, null],
  ['avatar', 5001, 64, 'Too large (at most 5000x5000).'],
  ['banner', 639, 160, 'Too tiny (at least 640x160).'],
  ['banner', 640, 160, null],
  ['banner', 640, 159, 'Too tiny (at least 640x160).'],
] as const)('%s of %i × %i', (kind, width, height, problem) =>
  expect(faceProblem(kind, width, height)).toBe(problem),
);

test.each([
  ['without a selection: the middle', 'avatar', 200, 100, null, [50, 0, 100, 100]],
  ['upright', 'avatar', 100, 200, null, [0, 50, 100, 100]],
  ['a part', 'avatar', 400, 400, { x: 0.25, y: 0.5, width: 0.5 }, [100, 200, 200, 200]],
  ['beyond the edge', 'avatar', 400, 400, { x: 0.9, y: 1, width: 0.5 }, [200, 200, 200, 200]],
  ['smaller than the least', 'avatar', 640, 640, { x: 0, y: 0, width: 0.01 }, [0, 0, 64, 64]],
  ['larger than the picture', 'avatar', 400, 200, { x: 0, y: 0, width: 1 }, [0, 0, 200, 200]],
  ['a banner', 'banner', 1600, 900, null, [0, 250, 1600, 400]],
  ['a banner of a very wide picture', 'banner', 2000, 200, null, [600, 0, 800, 200]],
] as const)('the cut of a selection: %s', (_, kind, width, height, selection, [left, top, wide, tall]) =>
  expect(cutOf(kind, width, height, selection)).toEqual({ left, top, width: wide, height: tall }),
);

test('any selection is fitted into any picture', () => {
  const random = seededRandom(runSeed());
  for (let run = 0; run < 500; run += 1) {
    const kind = run % 2 ? 'avatar' : 'banner';
    const [width, height] = [640 + Math.floor(random() * 4000), 160 + Math.floor(random() * 4000)];
    const selection = { x: random() * 2 - 0.5, y: random() * 2 - 0.5, width: random() * 2 };
    const cut = cutOf(kind, width, height, fitted(kind, width, height, selection));
    expect(cut.left).toBeGreaterThanOrEqual(0);
    expect(cut.top).toBeGreaterThanOrEqual(0);
    expect(cut.left + cut.width).toBeLessThanOrEqual(width);
    expect(cut.top + cut.height).toBeLessThanOrEqual(height);
    expect(cut.width).toBeGreaterThanOrEqual(kind === 'avatar' ? 64 : 640);
  }
});

test.each([
  ['CropX=0.1&CropY=0&CropWidth=0.5', { x: 0.1, y: 0, width: 0.5 }],
  ['CropX=0.1&CropY=0', null],
  ['CropX=-1&CropY=0&CropWidth=0.5', null],
  ['CropX=NaN&CropY=0&CropWidth=1e3', null],
  ['', null],
])('the selection of %j', (form, selection) =>
  expect(sentSelection(new URLSearchParams(form))).toEqual(selection),
);
