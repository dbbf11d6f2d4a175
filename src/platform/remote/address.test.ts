import { expect, test } from 'vitest';
import { remoteAddress } from './address.ts';

const usual = new Set(['']);
const read = (text: string) => remoteAddress(text, usual).href;

test.each([
  ['http://a.eu', 'http://a.eu/'],
  ['HTTPS://A.EU/P.png?x=1#part', 'https://a.eu/P.png?x=1'],
  ['https://a.eu:443/p', 'https://a.eu/p'],
  ['http://a.eu:80/p', 'http://a.eu/p'],
  ['http://93.184.216.34/p', 'http://93.184.216.34/p'],
  ['http://93.184.216.34:80/p', 'http://93.184.216.34/p'],
  ['http://[2606:4700::1111]/p', 'http://[2606:4700::1111]/p'],
  ['https://münchen.de/ü', 'https://xn--mnchen-3ya.de/%C3%BC'],
  // look-alikes become the name that they represent, or another one, which is then resolved and compared
  ['https://ⓔxample.org/', 'https://example.org/'],
  ['https://еxample.org/', 'https://xn--xample-2of.org/'],
])('%s is requested as %s', (text, href) => expect(read(text)).toBe(href));

test.each([
  [
    'no address',
    [
      '',
      'a.eu',
      '//a.eu/',
      '/x',
      'http:',
      'http://',
      'https:///p',
      'http:a.eu',
      'http://a b.eu/',
      'http://%00.eu/',
    ],
  ],
  [
    'another scheme',
    [
      'ftp://a.eu/',
      'file:///etc/passwd',
      'data:image/png;base64,AA',
      'javascript:x',
      'gopher://a.eu/',
      'ws://a.eu/',
    ],
  ],
  [
    'what a browser would rewrite',
    [
      'http://a.eu\\@b.eu/',
      'http:\\\\a.eu/',
      ' http://a.eu/',
      'http://a.eu/\n',
      'http://a.eu/\tx',
      'ht\ntp://a.eu/',
      'http://a\u200b.eu/',
    ],
  ],
  [
    'user names',
    [
      'http://u@a.eu/',
      'http://u:p@a.eu/',
      'http://@a.eu/',
      'http://a.eu@127.0.0.1/',
      'http://127.0.0.1#@a.eu/',
    ],
  ],
  [
    'ports',
    [
      'http://a.eu:81/',
      'https://a.eu:80/',
      'http://a.eu:22/',
      'http://a.eu:0/',
      'http://a.eu:99999/',
      'http://a.eu:8080/',
    ],
  ],
  ['dots at the end', ['http://a.eu./', 'http://localhost./', 'http://127.0.0.1./']],
  [
    'other notations',
    [
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0x7f.1/',
      'http://0177.0.0.1/',
      'http://127.1/',
      'http://0/',
      'http://1572395042/',
      'http://①②⑦.⓪.⓪.①/',
      'http://１２７.0.0.1/',
      'http://127。0。0。1/',
      'http://93.184.216.034/',
    ],
  ],
  ['zone ids', ['http://[fe80::1%25eth0]/', 'http://[fe80::1%eth0]/', 'http://[::1%251]/']],
  ['names without a dot', ['http://localhost/', 'http://LOCALHOST/', 'http://intranet/', 'http://db:80/']],
  [
    'private names',
    [
      'http://a.localhost/',
      'http://printer.local/',
      'http://metadata.google.internal/',
      'http://nas.home.arpa/',
      'http://x.onion/',
      'http://a.invalid/',
      'http://a.test/',
      'http://a.example/',
    ],
  ],
  ['what is too long', [`http://a.eu/${'x'.repeat(1989)}`]],
])('refuses %s', (_, texts) => {
  const accepted = texts.filter((text) => {
    try {
      return Boolean(read(text));
    } catch (error) {
      expect(error).toMatchObject({ name: 'RemoteRefusal', kind: 'address' });
      return false;
    }
  });
  // an address of this machine may pass here if it is in the usual notation: it is refused when it is resolved
  expect(accepted.filter((text) => text !== 'http://127.0.0.1#@a.eu/')).toEqual([]);
});

test('the longest address has 2,000 characters', () => {
  expect(read(`http://a.eu/${'x'.repeat(1988)}`)).toHaveLength(2000);
});
