import { expect, test } from 'vitest';
import {
  appendPictures,
  dimensionProblem,
  existingPictures,
  maxPictures,
  type PictureEntry,
  pictureAddress,
  picturesAreReady,
  readPictures,
  removedBecause,
  tooLarge,
  tooTiny,
  wrongRatio,
} from './pictures.ts';

test.each([
  [400, 290, null],
  [399, 290, tooTiny],
  [400, 289, tooTiny],
  [5000, 5000, null],
  [5001, 5000, tooLarge],
  [5000, 5001, tooLarge],
  [600, 1000, null], // 0.60
  [599, 1000, wrongRatio],
  [2000, 1000, null], // 2
  [2001, 1000, wrongRatio],
  [10_000, 100, tooTiny], // the first of several reasons
])('%i x %i: %s', (width, height, problem) => {
  expect(dimensionProblem(width, height)).toBe(problem);
});

test('the messages name the limits', () => {
  expect([tooTiny, tooLarge, wrongRatio].map(removedBecause)).toEqual([
    'Too tiny (at least 400x290). The image has been removed.',
    'Too large (at most 5000x5000). The image has been removed.',
    'Aspect ratio must be between 0.60 and 2. The image has been removed.',
  ]);
  expect([maxPictures(false), maxPictures(true)]).toEqual([10, 20]);
});

const staged = (Reference: string): PictureEntry => ({
  Id: Reference,
  FileName: 'a.png',
  FileSize: 5,
  File: null,
  IsStaging: false,
  Reference,
  ExistingImageIndex: null,
  Preview: null,
  Message: null,
});

test('reading a written form returns its pictures, in order', () => {
  const form = new URLSearchParams();
  const [old] = existingPictures(7, [{ fileName: 'old.png', fileSize: 1 }]);
  appendPictures(form, '', [staged('b'), ...(old ? [old] : []), staged('a')]);
  expect(readPictures(form)).toEqual([{ reference: 'b' }, { existing: 1 }, { reference: 'a' }]);
});

test.each([
  ['', null],
  ['ScreenshotFiles=0', []],
  [
    'ScreenshotFiles[2].Reference=x&ScreenshotFiles[10].Reference=y&ScreenshotFiles[1].ExistingImageIndex=2',
    'in order',
  ],
  ['ScreenshotFiles[0].Reference=', []],
  ['ScreenshotFiles[0].Other=x', []],
  ['ScreenshotFilesAndMore=x', null],
])('the form "%s" is read as %j', (text, expected) => {
  const ordered = [{ existing: 2 }, { reference: 'x' }, { reference: 'y' }];
  expect(readPictures(new URLSearchParams(text))).toEqual(expected === 'in order' ? ordered : expected);
});

test('a form is ready when every picture is uploaded', () => {
  expect(picturesAreReady([staged('a')])).toBe(true);
  expect(picturesAreReady([staged('a'), { ...staged('b'), Reference: null, IsStaging: true }])).toBe(false);
});

test('addresses contain the width and the secret', () => {
  expect(pictureAddress(7, 2)).toBe('/trackshow/7/image/2');
  expect(pictureAddress(7, 2, { width: 320, key: 'k' })).toBe('/trackshow/7/image/2?w=320&key=k');
});
