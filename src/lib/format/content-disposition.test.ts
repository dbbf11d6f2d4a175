import { expect, test } from 'vitest';
import { attachmentHeader } from './content-disposition.ts';

test.each([
  ['a.Gbx', "attachment; filename=a.Gbx; filename*=UTF-8''a.Gbx"],
  [
    'My track_(5).Challenge.Gbx',
    `attachment; filename="My track_(5).Challenge.Gbx"; filename*=UTF-8''My%20track_%285%29.Challenge.Gbx`,
  ],
  ['été.zip', "attachment; filename=_t_.zip; filename*=UTF-8''%C3%A9t%C3%A9.zip"],
  ['😀.zip', "attachment; filename=_.zip; filename*=UTF-8''%F0%9F%98%80.zip"],
  ['a"b\\c', `attachment; filename="a\\"b\\\\c"; filename*=UTF-8''a%22b%5Cc`],
  [
    'a\r\nSet-Cookie: x=1',
    `attachment; filename="a__Set-Cookie: x=1"; filename*=UTF-8''a__Set-Cookie%3A%20x%3D1`,
  ],
  ["a'b*c", "attachment; filename=a'b*c; filename*=UTF-8''a%27b%2Ac"],
  ['a;b.zip', `attachment; filename="a;b.zip"; filename*=UTF-8''a%3Bb.zip`],
  ['#$&+^`|~!', "attachment; filename=#$&+^`|~!; filename*=UTF-8''#$&+^`|~!"],
  ['\ud800', "attachment; filename=_; filename*=UTF-8''%EF%BF%BD"],
  ['', `attachment; filename=""; filename*=UTF-8''`],
])('%j is sent as %s', (name, header) => {
  expect(attachmentHeader(name)).toBe(header);
});

test.each(['Tempest_(1).Challenge.Gbx', 'plain.Gbx'])(
  'a client that slices %s at 21 gets the name',
  (name) => {
    const [plain = ''] = attachmentHeader(name).slice(21).split('; filename*=');
    expect(plain.replace(/^"|"$/g, '')).toBe(name);
  },
);
