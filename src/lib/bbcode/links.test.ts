import { expect, test } from 'vitest';
import { imageAddress, linkHref, splitAddresses, youtubeId } from './links.ts';

test.each([
  ['http://a.eu', 'http://a.eu'],
  ['HTTPS://A.eu/x', 'HTTPS://A.eu/x'],
  ['www.a.eu', '//www.a.eu'],
  ['a.eu/', '//a.eu/'],
  ['a.b-c.info/x?y#z', '//a.b-c.info/x?y#z'],
  ['  a.eu/x ', '//a.eu/x'],
  ['', '#'],
  ['https://münchen.de/ü', 'https://münchen.de/ü'],
  ['http://1.2.3.4:8080/x', 'http://1.2.3.4:8080/x'],
  ['a.eu', null],
  ['tm.exchange/x', null],
  ['http://localhost/', null],
  ['http://a..eu/', null],
  ['http://a.eu./', null],
  ['http://user@a.eu/', null],
  ['http://user:pw@a.eu/', null],
  ['http://a.eu/a b', null],
  ['http://a.eu/"x', null],
  ['http://a.eu/\u202ex', null],
  ['http://a.eu\\@b.eu/', null],
  ['see http://a.eu', null],
  ['//a.eu/', null],
  ['/trackshow/1', null],
  ['ftp://a.eu/', null],
  ['javascript:alert(1)', null],
  ['javascript://a.eu/%0aalert(1)', null],
  ['data:text/html,x', null],
  ['mailto:a@b.eu', null],
  [`http://a.eu/${'x'.repeat(2000)}`, null],
])('[url=%s] leads to %s', (address, href) => {
  expect(linkHref(address)).toBe(href);
});

test.each([
  ['https://a.eu/p.png', 'https://a.eu/p.png'],
  ['www.a.eu/p.png', 'https://www.a.eu/p.png'],
  ['', null],
  ['javascript:x', null],
  ['/images/x.png', null],
])('[img]%s[/img] shows %s', (address, src) => {
  expect(imageAddress(address)).toBe(src);
});

test.each([
  ['-cEzsCAzTak', '-cEzsCAzTak'],
  ['https://youtu.be/dQw4w9WgXcQ?t=5', 'dQw4w9WgXcQ'],
  ['http://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://m.youtube.com/watch?app=m&v=dQw4w9WgXcQ&t=1', 'dQw4w9WgXcQ'],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['dQw4w9WgXc', null],
  ['dQw4w9WgXcQQ', null],
  ['https://evil.eu/watch?v=dQw4w9WgXcQ', null],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQQ', null],
  ['"onload=x', null],
])('[youtube]%s[/youtube] plays %s', (text, id) => {
  expect(youtubeId(text)).toBe(id);
});

test.each([
  ['a http://b.eu c', ['http://b.eu']],
  ['http://b.eu/x.', ['http://b.eu/x']],
  ['(http://b.eu/x_(y))', ['http://b.eu/x_(y)']],
  ['http://b.eu/?!...', ['http://b.eu/']],
  ['x@www.b.eu http:// www. wwww.b.eu', []],
  ['http://b.eu,https://c.eu', []],
  ['"www.b.eu"', ['www.b.eu']],
  ['“http://b.eu/x” ‘http://b.eu/y’ «http://b.eu/z»', ['http://b.eu/x', 'http://b.eu/y', 'http://b.eu/z']],
  ['看http://b.eu/x，然后', []],
  ['看 http://b.eu/x，然后 （www.c.eu）！', ['http://b.eu/x', 'www.c.eu']],
  ['http://b.eu… http://b.eu/a！', ['http://b.eu', 'http://b.eu/a']],
  ['http://b.eu/Paral·lel–x', ['http://b.eu/Paral·lel–x']],
  ['http://b.eu/?a[b]=1&c[]=2 next', ['http://b.eu/?a[b]=1&c[]=2']],
  ['[http://b.eu/x] http://b.eu/x[1', ['http://b.eu/x', 'http://b.eu/x']],
  ['www.b.eu[WIP]', ['www.b.eu']],
  ['http://b.eu/]http://c.eu/[x]y', ['http://b.eu/', 'http://c.eu/[x]y']],
])('in %j the addresses are %j', (text, addresses) => {
  const parts = splitAddresses(text);
  expect(parts.filter((part) => part.isAddress).map((part) => part.text)).toEqual(addresses);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});
