import { expect, test } from 'vitest';
import { messageDocument } from '#lib/xml/maniacode.ts';
import { playDocument, playLink } from './play.ts';

const capabilities = {
  showsEnvironmentOverlay: true,
  hasStarTracks: false,
  dedicatedServer: 'forever',
  opensManiaLinks: true,
  hasReplayLogins: true,
} as const;
const site = (link: { kind: 'maniacode'; code: string | null } | { kind: 'tmup' }) => ({
  capabilities: {
    ...capabilities,
    playLink: link.kind === 'maniacode' ? { ...link, packCode: null } : link,
  },
  gameSite: 'tmnforever',
});
const track = { trackId: 2233, environment: 2, key: null };

test.each([
  [
    site({ kind: 'maniacode', code: null }),
    track,
    'tmtp:///:http://tmnf.localhost:80/maniacode/track?site=tmnforever&id=2233',
  ],
  [site({ kind: 'maniacode', code: 'tmx:download' }), track, 'tmtp:///:tmx:download?site=tmnforever&id=2233'],
  [
    site({ kind: 'maniacode', code: 'tmx:download' }),
    { ...track, key: 'a&b' },
    'tmtp:///:tmx:download?site=tmnforever&id=2233&key=a%26b',
  ],
  [site({ kind: 'tmup' }), track, 'tmup://tmnf.localhost:80/trackgbx/2233|MAP|Desert'],
  [site({ kind: 'tmup' }), { ...track, key: 'k' }, 'tmup://tmnf.localhost:80/trackgbx/2233?key=k|MAP|Desert'],
])('%j leads to the game', (of, what, expected) => {
  expect(playLink(of, 'tmnf.localhost:80', what)).toBe(expected);
});

test('the document installs and plays, and text in it is escaped', () => {
  const file =
    '<name>A &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;.Gbx</name><url>http://h/trackgbx/1?a=1&amp;b=2</url>';
  expect(
    playDocument({ fileName: `A <b> & "c" 'd'\u0000\u001f.Gbx`, url: 'http://h/trackgbx/1?a=1&b=2' }),
  ).toBe(
    `<?xml version='1.0' encoding='utf-8' ?><maniacode noconfirmation="1"><install_track>${file}</install_track><play_track>${file}</play_track></maniacode>`,
  );
});

test('a message is a message', () => {
  expect(messageDocument('Not <here>.')).toContain('<message>Not &lt;here&gt;.</message>');
});
