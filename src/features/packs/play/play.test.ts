import { expect, test } from 'vitest';
import { matchSettings, packDocument, packPlayLink, trackListText } from './play.ts';

const capabilities = {
  showsEnvironmentOverlay: true,
  hasStarTracks: false,
  dedicatedServer: 'forever',
  opensManiaLinks: true,
  hasReplayLogins: true,
} as const;

test.each([
  [
    { kind: 'maniacode', code: 'tmx:download', packCode: null } as const,
    'tmtp:///:http://h:80/maniacode/pack?site=tmnforever&id=9',
  ],
  [
    { kind: 'maniacode', code: null, packCode: 'tmx:pack' } as const,
    'tmtp:///:tmx:pack?site=tmnforever&id=9',
  ],
  [{ kind: 'tmup' } as const, null],
])('%j leads to the game, if it can install packs', (playLink, expected) => {
  const site = { capabilities: { ...capabilities, playLink }, gameSite: 'tmnforever' };
  expect(packPlayLink(site, 'h:80', 9)).toBe(expected);
});

test('the document installs all tracks in one folder, and text in it is escaped', () => {
  const files = [
    { fileName: 'A&B.Gbx', url: 'http://h/trackgbx/1' },
    { fileName: 'C.Gbx', url: 'http://h/trackgbx/2' },
  ];
  expect(packDocument('<Cup> & "Co"', files)).toBe(
    `<?xml version='1.0' encoding='utf-8' ?><maniacode noconfirmation="1"><install_track_pack>` +
      '<name>&lt;Cup&gt; &amp; &quot;Co&quot;</name>' +
      '<track><name>A&amp;B.Gbx</name><url>http://h/trackgbx/1</url></track>' +
      '<track><name>C.Gbx</name><url>http://h/trackgbx/2</url></track>' +
      '</install_track_pack></maniacode>',
  );
});

test('MatchSettings name the file and UId of each track, with the settings of the server', () => {
  const tracks = [{ fileName: 'A_(1).Challenge.Gbx', uid: 'x<&>y' }];
  const forever = matchSettings('forever', 'Cup (TMX_9)', tracks);
  expect(forever).toMatch(/^<\?xml version="1.0" encoding="utf-8" \?>\r\n<playlist>\r\n\t<gameinfos>\r\n/);
  expect(forever).toContain(
    '\t<startindex>0</startindex>\r\n\t<challenge>\r\n' +
      '\t\t<file>Challenges\\Cup (TMX_9)\\A_(1).Challenge.Gbx</file>\r\n' +
      '\t\t<ident>x&lt;&amp;&gt;y</ident>\r\n\t</challenge>\r\n</playlist>\r\n',
  );
  expect(forever).toContain('<cup_nbwinners>3</cup_nbwinners>');
  const early = matchSettings('early', 'Cup (TMX_9)', tracks);
  expect(early).not.toMatch(/cup_|ident|startindex|finishtimeout/);
  expect(early).toContain('<timeattack_limit>300000</timeattack_limit>');
});

test('the list has a line for each track, whatever is in a name', () => {
  const track = { trackId: 5, name: 'A\tb\r\nc', author: 'Ann', uid: 'Uid', fileName: '' };
  expect(trackListText('http://h', [track])).toBe(
    'Position\tTrackId\tUId\tName\tAuthor\tAddress\r\n1\t5\tUid\tA b c\tAnn\thttp://h/trackshow/5\r\n',
  );
});
