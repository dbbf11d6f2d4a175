import { expect, test } from 'vitest';
import { filterParams, invalidFilters, readAddress } from '#lib/query-language/address.ts';
import { parseQuery } from '#lib/query-language/parse.ts';
import { printQuery } from '#lib/query-language/print.ts';
import { apiParams } from '#lib/query-language/search.ts';
import { suggestTerm } from '#lib/query-language/suggest.ts';
import { allSites, siteByCode } from '#sites/all.ts';
import { trackSearch } from './search.ts';
import { trackVariant } from './search-variants.ts';

const sites = await allSites();
const stadium = trackSearch(siteByCode(sites, 'tmnf'));
const original = trackSearch(siteByCode(sites, 'tmo'));

const asked = (query: string, declared = stadium) =>
  apiParams(parseQuery(query, declared.keys), declared.keys, declared.words);

test.each([
  ['loop night', { name: 'loop night' }],
  ['author:"Tarmac Tom"', { author: 'Tarmac Tom' }],
  ['authoruserid:5', { authoruserid: '5' }],
  ['awardedby:ann commentedby:bo replaysby:7', { awardedby: 'ann', commentedby: 'bo', replaysby: '7' }],
  ['packid:12 status:1,2', { packid: '12', status: '1,2' }],
  ['id:1,2,3', { id: '1,2,3' }],
  ['uid:abc', { uid: 'abc' }],
  ['videoid:3 achievement:4', { videoid: '3', achievement: '4' }],
  ['type:platform', { primarytype: '2' }],
  ['tags:Tech,!LOL,"Altered Nadeo"', { tag: '7,17', etag: '6' }],
  ['tag:race taginclusive:true', { tag: '0', taginclusive: 'true' }],
  ['difficulty:beginner,lunatic', { difficulty: '0,3' }],
  ['mood:night routes:multiple', { mood: '3', routes: '1' }],
  ['lbtype:classic', { lbtype: '1' }],
  ['length:1m...2m30s', { authortimemin: '60000', authortimemax: '150999' }],
  ['uploaded:2010...', { uploadedafter: '2010-01-01T00:00:00' }],
  ['value:100...5000', { valuemin: '100', valuemax: '5000' }],
  ['antispam:newest', { antispam: '1' }],
  ['antispam:awarded', { antispam: '2' }],
  ['unlimiter:1.3', { unlimiterver: '6' }],
  ['in:hasrecord,!unlimiter,playlater', { inhasrecord: '1', inunlimiter: '0', inplaylater: '1' }],
  ['order1:6 order2:2', { order1: '6', order2: '2' }],
  ['car:StadiumCar', { vehicle: '6' }],
  ['environment:7 routes:Multi,symmetric', { environment: '6', routes: '1,2' }],
  ['tags:Fullspeed,normal', { tag: '5,0' }],
  ['tags:6,!17', { tag: '6', etag: '17' }],
  ['mood:3 difficulty:0 routes:1', { mood: '3', difficulty: '0', routes: '1' }],
  ['packid:12 status:pending,"changes requested"', { packid: '12', status: '0,2' }],
  ['authoruserid:5,6', { authoruserid: '5,6' }],
])('%j becomes the parameters %j', (query, params) => {
  expect(asked(query)).toEqual(params);
  const again = printQuery(parseQuery(query, stadium.keys), stadium.keys);
  expect(asked(again)).toEqual(params);
});

test('environments and cars are one less than in the rows, and only those of the edition', () => {
  expect(asked('environment:desert car:snow,rally', original)).toEqual({ environment: '1', vehicle: '0,2' });
  expect(asked('environment:!desert', original)).toEqual({ environment: '0,2' });
  expect(parseQuery('environment:stadium', original.keys).issues).toHaveLength(1);
  expect(asked('vehicle:stadium')).toEqual({ vehicle: '6' });
});

test('star boards exist only on editions with star tracks', () => {
  expect(parseQuery('lbtype:star', original.keys).issues).toHaveLength(1);
  expect(asked('lbtype:star')).toEqual({ lbtype: '5' });
});

test.each([
  ['?username=bo', { author: 'bo' }],
  ['?username=bo&query=author:ann', { author: 'ann' }],
  ['?replaysBy=9', { replaysby: '9', inreplays: '1' }],
  ['?lbid=2&lbenv=7', { lbtype: '2', environment: '6' }],
  ['?lbid=nadeo&lbenv=1', { lbtype: '2', environment: '6' }],
  ['?lbenv=0', {}],
])('the address %s becomes the parameters %j', (search, params) => {
  const address = readAddress(stadium, new URLSearchParams(search));
  expect(filterParams(stadium, address, {})).toEqual(params);
});

test.each([
  ['?lbid=abc', [{ name: 'lbid', value: 'abc' }]],
  ['?lbenv=9&username=bo', [{ name: 'lbenv', value: '9' }]],
  ['?username=%00', [{ name: 'username', value: '\0' }]],
  // the query has the same filter and takes precedence
  ['?lbid=abc&query=lbtype:nadeo', []],
])('in the address %s, %j is invalid and does not filter', (search, invalid) => {
  const address = readAddress(stadium, new URLSearchParams(search));
  expect(invalidFilters(stadium, address)).toEqual(invalid);
  for (const { name } of invalid) expect(filterParams(stadium, address, {})).not.toHaveProperty(name);
});

test.each([
  ['etag', 'lol,tech', 'tags:!lol,!tech'],
  ['authortimemin', '30000', 'length:30s...'],
  ['lengthmax', '90000', 'length:...1m30s'],
  ['lbid', '2', 'lbtype:2'],
  ['foo', 'x', 'mood:x'],
  ['qqqq', 'x', null],
])('for %s:%s the suggestion is %s', (name, value, wanted) => {
  expect(suggestTerm(stadium, name, value)).toBe(wanted);
});

test.each([
  [undefined, {}],
  ['nadeo', { lbtype: '2' }],
  ['featured', { infeatured: '1' }],
  ['achievement/12', { achievement: '12' }],
  ['mytracks', { authoruserid: '5' }],
  ['myreplays', { inreplays: '1', replaysby: '5' }],
  ['myawards', { awardedby: '5' }],
  ['mydownloads', { indownloads: '1' }],
  ['myplaylater', { inplaylater: '1' }],
])('/tracksearch/%s is a part of the list', (kind, scope) => {
  expect(trackVariant(kind, 5)).toMatchObject({ scope, needsAccount: kind?.startsWith('my') ?? false });
});

test.each(['', 'nope', 'achievement', 'achievement/0', 'achievement/x', 'nadeo/1', 'constructor'])(
  '/tracksearch/%s is not a page',
  (kind) => {
    expect(trackVariant(kind, 5)).toBeNull();
  },
);
