import { expect, test } from 'vitest';
import {
  isRegisteredAs,
  maxRedirectLength,
  redirectMistake,
  redirectPlace,
  redirectSource,
  withParameters,
} from './redirect-address.ts';

test.each([
  'https://tool.example/back',
  'https://tool.example',
  'https://tool.example:8443/back?from=here',
  'http://127.0.0.1/back',
  'http://127.0.0.1:5000/back',
  'http://[::1]:5000/',
  'http://localhost:5000/back',
  'com.example.tool:/back',
  'com.example.tool://back',
])('%s can be registered', (address) => {
  expect(redirectMistake(address)).toBeNull();
});

test.each([
  ['', 'is no address'],
  ['tool.example/back', 'is no address'],
  ['https://tool.example/back#', 'must not have a #'],
  ['https://tool.example/back#part', 'must not have a #'],
  ['https://user@tool.example/', 'name or a password'],
  ['https://:word@tool.example/', 'name or a password'],
  ['https:tool.example', 'must begin with'],
  ['https:///tool.example', 'must begin with'],
  ['https://tool.example\\@evil.example/', 'is no address'],
  ['https://tool.example/\n', 'is no address'],
  ['https://tool.example/ back', 'is no address'],
  ['https://тест.example/', 'is no address'],
  ['https://tool.example;sandbox/', 'no address of a host'],
  ['https://*.example/', 'no address of a host'],
  ['https://[::1]/', 'no address of a host'],
  ['HTTPS://tool.example/', 'must begin with'],
  ['http://tool.example/', 'must begin with'],
  ['http://127.0.0.1.evil.example/', 'must begin with'],
  ['http://127.0.0.1@evil.example/', 'name or a password'],
  ['http://127.0.0.1:99999/', 'is no address'],
  ['http://localhost.evil.example/', 'must begin with'],
  ['http://127.0.0.2/', 'must begin with'],
  ['javascript:alert(1)', 'must begin with'],
  ['data:text/html,x', 'must begin with'],
  ['tool:/back', 'must begin with'],
  ['Com.Example:/back', 'must begin with'],
  [`https://tool.example/${'a'.repeat(maxRedirectLength)}`, 'more than 300'],
])('%j cannot be registered', (address, reason) => {
  expect(redirectMistake(address)).toContain(reason);
});

test.each([
  ['https://tool.example/back', 'https://tool.example/back', true],
  ['https://tool.example/back', 'https://tool.example/back/', false],
  ['https://tool.example/back', 'https://tool.example/backs', false],
  ['https://tool.example/back', 'https://tool.example/Back', false],
  ['https://tool.example/back', 'https://tool.example:443/back', false],
  ['https://tool.example/back', 'https://tool.example/back?x=1', false],
  ['https://tool.example/back', 'https://user@tool.example/back', false],
  ['https://tool.example/back', 'https://tool.example/back#x', false],
  ['https://tool.example/back', 'http://tool.example/back', false],
  ['https://tool.example/back', 'https://tool.example/./back', false],
  ['http://127.0.0.1/back', 'http://127.0.0.1:49152/back', true],
  ['http://127.0.0.1:5000/back', 'http://127.0.0.1/back', true],
  ['http://[::1]:5000/back', 'http://[::1]:6000/back', true],
  ['http://127.0.0.1/back', 'http://localhost:5000/back', false],
  ['http://127.0.0.1/back', 'http://127.0.0.1:5000/other', false],
  ['http://127.0.0.1/back', 'http://127.0.0.1:5000@evil.example/back', false],
  ['http://127.0.0.1/back', 'http://127.0.0.1:5000.evil.example/back', false],
  ['http://127.0.0.1/back', 'https://127.0.0.1:5000/back', false],
  ['com.example.tool:/back', 'com.example.tool:/back', true],
  ['com.example.tool:/back', 'com.example.tool:/back2', false],
])('registered as %s, %s is it: %s', (registered, sent, isSame) => {
  expect(isRegisteredAs(registered, sent)).toBe(isSame);
});

test('parameters follow the query that an address has', () => {
  const hostile = { state: '"><script>&iss=evil\r\nLocation: x' };
  expect(withParameters('https://tool.example/back', { code: 'a b' })).toBe(
    'https://tool.example/back?code=a+b',
  );
  expect(withParameters('https://tool.example/?a=%20b', hostile)).toBe(
    'https://tool.example/?a=%20b&state=%22%3E%3Cscript%3E%26iss%3Devil%0D%0ALocation%3A+x',
  );
});

test.each([
  ['https://tool.example:8443/back', 'https://tool.example:8443', 'tool.example:8443'],
  ['http://127.0.0.1:5000/', 'http://127.0.0.1:5000', 'a program on this computer (127.0.0.1)'],
  ['http://[::1]:5000/', 'http:', 'a program on this computer ([::1])'],
  ['com.example.tool:/back', 'com.example.tool:', 'the program for com.example.tool:'],
])('%s is %s in a policy, and “%s” in words', (address, source, place) => {
  expect(redirectSource(address)).toBe(source);
  expect(redirectPlace(address)).toBe(place);
});
