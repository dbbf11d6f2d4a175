import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { scoreOf } from './observatory.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; frame-ancestors 'none'";
const best: IncomingHttpHeaders = {
  'content-security-policy': policy,
  'set-cookie': ['__Host-session_x=1; HttpOnly; Path=/; SameSite=Lax; Secure'],
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};
const score = (change: IncomingHttpHeaders, html = '<script src="/a.js"></script>') =>
  scoreOf({ headers: { ...best, ...change }, html }).score;
const withPolicy = (from: string, to: string) => ({ 'content-security-policy': policy.replace(from, to) });

test('the scanner scores examples correctly', () => {
  expect(score({})).toBe(135);
  expect(scoreOf({ headers: {}, html: '' }).score).toBe(100 - 25 - 20 - 5 - 20);
});

test.each<[string, number, IncomingHttpHeaders]>([
  ["default-src 'self'", 130, withPolicy("'none'", "'self'")],
  ['forms may go anywhere', 130, withPolicy("form-action 'self'; ", '')],
  ['inline styles', 125, withPolicy("style-src 'self'", "style-src 'self' 'unsafe-inline'")],
  ['inline scripts', 80, withPolicy("script-src 'self'", "script-src 'self' 'unsafe-inline'")],
  ['scripts from anywhere', 80, withPolicy("script-src 'self'", 'script-src https:')],
  ['eval', 115, withPolicy("script-src 'self'", "script-src 'self' 'unsafe-eval'")],
  ['pictures by http', 115, withPolicy('style-src', 'img-src http:; style-src')],
  ['styles by http', 80, withPolicy("style-src 'self'", 'style-src http://a.example')],
  ['frames allowed', 80, withPolicy("; frame-ancestors 'none'", '')],
  ['no policy', 55, { 'content-security-policy': undefined }],
  ['no cookies', 130, { 'set-cookie': undefined }],
  ['a cookie for all sites', 80, { 'set-cookie': ['a=1; Secure; SameSite=None'] }],
  ['a session that scripts can read', 70, { 'set-cookie': ['session=1; Secure; SameSite=Lax'] }],
  ['a session without Secure', 120, { 'set-cookie': ['session=1; HttpOnly; SameSite=Lax'] }],
  ['no SameSite', 130, { 'set-cookie': ['a=1; Secure'] }],
  ['no HSTS', 80, { 'strict-transport-security': undefined }],
  ['HSTS for an hour', 125, { 'strict-transport-security': 'max-age=3600' }],
  ['the whole address to everybody', 125, { 'referrer-policy': 'unsafe-url' }],
  ['no nosniff', 130, { 'x-content-type-options': undefined }],
  ['embeddable', 125, { 'cross-origin-resource-policy': 'cross-origin' }],
  [
    'readable with credentials',
    50,
    { 'access-control-allow-origin': 'https://a.example', 'access-control-allow-credentials': 'true' },
  ],
])('%s: %i', (_, expected, change) => expect(score(change)).toBe(expected));

test('a script of another host costs points', () => {
  expect(score({}, '<script src="https://a.example/a.js"></script>')).toBe(130);
  expect(score({}, '<script src="//a.example/a.js"></script>')).toBe(50);
});
