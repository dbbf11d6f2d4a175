import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { forwardedHeaders } from '#platform/http/address.ts';
import { untrustedProxyNotice } from './untrusted-proxy.ts';

function noticesOf(trustProxy: boolean) {
  const lines: unknown[] = [];
  return {
    lines,
    notice: untrustedProxyNotice({ trustProxy }, { warn: (line: unknown) => lines.push(line) }),
  };
}

test.each(forwardedHeaders)('%s of a proxy that is not trusted is told once', (name) => {
  const { lines, notice } = noticesOf(false);
  notice({ host: 'tmnf.example.org' });
  expect(lines).toEqual([]);
  notice({ [name]: 'x' });
  notice({ [name]: 'x' });
  expect(lines).toEqual([{ header: name }]);
});

test('of a trusted proxy nothing is told', () => {
  const { lines, notice } = noticesOf(true);
  notice({ 'x-forwarded-for': '10.0.0.1' });
  expect(lines).toEqual([]);
});

test.each(['src/deploy/README.md', 'SECURITY.md'])('%s names every header that a proxy must set', (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').toLowerCase();
  for (const name of forwardedHeaders) expect(text).toContain(`\`${name}\``);
});
