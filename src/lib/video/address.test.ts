import { describe, expect, test } from 'vitest';
import { parseVideoAddress, playerAddress, secondsIn, typedSeconds, watchAddress } from './address.ts';
import { usualVideoSite as site, VideoSite } from './site.ts';

const id = 'aB3_-567890';

describe('a video is found by', () => {
  test.each([
    [id, null],
    [` ${id}\n`, null],
    [`https://www.youtube.com/watch?v=${id}`, null],
    [`http://youtube.com/watch?feature=x&v=${id}&t=90`, 90],
    [`www.youtube.com/watch?v=${id}&t=1m30s`, 90],
    [`https://www.youtube.com/watch/?v=${id}`, null],
    [`https://m.youtube.com/watch?v=${id}#t=1h2m3s`, 3723],
    [`youtu.be/${id}?t=7`, 7],
    [`https://youtu.be/${id}/`, null],
    [`https://www.youtube.com/embed/${id}?start=12`, 12],
    [`https://www.youtube-nocookie.com/embed/${id}`, null],
    [`https://www.youtube.com/shorts/${id}`, null],
    [`https://www.youtube.com/live/${id}?t=0`, null],
    [`HTTPS://WWW.YOUTUBE.COM/watch?v=${id}&t=soon`, null],
  ])('%s', (typed, startS) => expect(parseVideoAddress(site, typed)).toEqual({ linkId: id, startS }));
});

describe('no video is found by', () => {
  test.each([
    '',
    id.slice(1),
    `${id}x`,
    `${id.slice(1)}ä`,
    `https://www.youtube.com/watch?v=${id}x`,
    `https://www.youtube.com/watch?v=${id.slice(1)}`,
    `https://www.youtube.com/watch?v=${id}/../x`,
    'https://www.youtube.com/watch',
    `https://www.youtube.com/${id}`,
    `https://evil.example/watch?v=${id}`,
    `https://youtu.be.evil.example/${id}`,
    `https://www.youtube.com@evil.example/watch?v=${id}`,
    `https://user:pw@www.youtube.com/watch?v=${id}`,
    `https://www.youtube.com:8443/watch?v=${id}`,
    `https://evil.example\\@www.youtube.com/watch?v=${id}`,
    `ftp://www.youtube.com/watch?v=${id}`,
    `javascript:alert(1)//youtu.be/${id}`,
    `data:text/html,${id}`,
    `//www.youtube.com/watch?v=${id} x`,
    `https://www.youtube.com/watch?v=${id}&x=${'y'.repeat(2000)}`,
  ])('%s', (typed) => expect(parseVideoAddress(site, typed)).toBeNull());
});

test.each([
  ['', null],
  ['0', 0],
  ['90', 90],
  ['1:30', 90],
  ['1:02:03', 3723],
  ['100:00', 6000],
  ['1m30s', 90],
  ['1H 2m 3.9s', 3723],
  ['86400', 86_400],
  ['24h', 86_400],
  ['86401', undefined],
  ['24h1s', undefined],
  ['1:3', undefined],
  ['1:60', undefined],
  ['1:60:00', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['soon', undefined],
])('%j is %j seconds', (typed, seconds) => expect(secondsIn(typed)).toBe(seconds));

test.each([0, 5, 90, 3723, 86_400])('%i seconds are read as they are written', (seconds) => {
  expect(secondsIn(typedSeconds(seconds))).toBe(seconds);
});

test.each([
  [null, 'watch?v=aB3_-567890', 'embed/aB3_-567890?autoplay=1'],
  ['42', 'watch?v=aB3_-567890&t=42s', 'embed/aB3_-567890?autoplay=1&start=42'],
  [7, 'watch?v=aB3_-567890&t=7s', 'embed/aB3_-567890?autoplay=1&start=7'],
  ['javascript:1', 'watch?v=aB3_-567890', 'embed/aB3_-567890?autoplay=1'],
])('from %s it is watched and played', (start, watched, played) => {
  expect(watchAddress(site, id, start)).toBe(`https://www.youtube.com/${watched}`);
  expect(playerAddress(site, id, start)).toBe(`https://www.youtube-nocookie.com/${played}`);
});

test('the usual site is valid; origins with a path, other schemes and unknown keys are not', () => {
  expect(VideoSite.safeParse(site).success).toBe(true);
  for (const wrong of [
    { playerOrigin: 'https://a.example/x' },
    { playerOrigin: 'http://a.example' },
    { oembed: 'http://a.example/oembed' },
    { addresses: [] },
    { addresses: ['a.example/watch'] },
    { id: '(' },
    { more: 1 },
  ]) {
    expect(VideoSite.safeParse({ ...site, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  }
});
