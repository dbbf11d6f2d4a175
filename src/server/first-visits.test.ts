import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { forwardedHeaders } from '#platform/http/address.ts';
import { visitEachKind } from './first-visits.ts';
import { visit } from './own-visits.ts';

/** A site of these pages; `asked` are the requests that it got, with their hosts. */
async function serve(pages: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(`${headers.host}${url}`);
    response.statusCode = url in pages ? 200 : 404;
    response.end(pages[url]);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { asked, port: (server.address() as AddressInfo).port }; // it listens on a port
}

const front = new URL('http://edition.localhost/');
const running = new AbortController().signal;

test('one page of each kind is requested, on the first page that links to it, at the host of the edition', async () => {
  const { asked, port } = await serve({
    '/': '<a href="/trackshow/5">A</a><a class=b href=/trackshow/6>B</a><a href=/tracksearch>C</a><a href="/">D</a>',
    '/trackshow/5': '<a href=/usershow/7 title=x>E</a><a href="/tracksearch">F</a>',
    '/tracksearch': '<a href=/threadshow/8>G</a>',
  });
  await visitEachKind(front, { port, bind: null, trustProxy: false }, running);
  const paths = ['/', '/trackshow/5', '/tracksearch', '/usershow/7', '/threadshow/8'];
  expect(asked).toEqual(paths.map((path) => `edition.localhost${path}`));
});

test('neither what is not a page, nor an address with parameters, nor another site', async () => {
  const { asked, port } = await serve({
    '/': `<a href="/trackgbx/5">A</a><a href="/trackshow/5?key=secret">B</a><a href="/tracksearch.atom">C</a>
      <a href="https://elsewhere.example/trackshow/5">D</a><a href="/login">E</a><a href="//elsewhere.example/forumsshow">F</a>`,
  });
  await visitEachKind(front, { port, bind: null, trustProxy: false }, running);
  expect(asked).toEqual(['edition.localhost/']);
});

test('a page that fails ends nothing, and a process that stops requests no more', async () => {
  const stopping = new AbortController();
  const { asked, port } = await serve({ '/': '<a href=/trackshow/5>A</a><a href=/usershow/7>B</a>' });
  await visitEachKind(front, { port, bind: null, trustProxy: false }, running);
  expect(asked).toHaveLength(3);
  stopping.abort();
  await visitEachKind(front, { port, bind: null, trustProxy: false }, stopping.signal);
  expect(asked).toHaveLength(3);
});

test.each(['before its response', 'in its response'])(
  'a page that hangs %s does not keep the others waiting',
  async (where) => {
    const given = new AbortController();
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      if (url === '/') response.end('<a href=/trackshow/5>A</a><a href=/usershow/7>B</a>');
      else if (url === '/trackshow/5') {
        if (where === 'in its response') response.write('<a ');
        setImmediate(() => given.abort());
      } else response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on a port
    const limit = () => (asked.length === 1 ? given.signal : running);
    await visitEachKind(front, { port, bind: null, trustProxy: false, limit }, running);
    expect(asked).toEqual(['/', '/trackshow/5', '/usershow/7']);
  },
);

test.each([true, false])(
  'with a proxy (%s), the request says by which address the visitor came; without, nothing',
  async (trustProxy) => {
    const headers: (string | undefined)[] = [];
    const server = createServer((message, response) => {
      for (const name of forwardedHeaders) headers.push(message.headers[name]?.toString());
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on a port
    await visit(new URL('https://edition.localhost/'), { port, bind: null, trustProxy });
    expect(headers.filter((value) => value !== undefined)).toEqual(
      trustProxy ? ['https', 'edition.localhost'] : [],
    );
  },
);
