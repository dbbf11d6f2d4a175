import { expect, test } from 'vitest';
import { StatusLines } from './status-lines.ts';

const text = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhiHTTP/1.1 503 Service Unavailable\r\n\r\n';

test('every status is found once, wherever the bytes are cut', () => {
  for (let at = 0; at <= text.length; at++) {
    const lines = new StatusLines();
    const found = [text.slice(0, at), text.slice(at)].flatMap((part) => lines.in(Buffer.from(part)));
    expect(found, `cut at ${at}`).toEqual([200, 503]);
  }
});

test('bytes that arrive one by one are read as well', () => {
  const lines = new StatusLines();
  expect([...text].flatMap((letter) => lines.in(Buffer.from(letter)))).toEqual([200, 503]);
});
