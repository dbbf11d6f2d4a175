import { beforeEach, expect, test } from 'vitest';
import {
  cursorOf,
  filterParams,
  pageParams,
  readAddress,
  writeAddress,
} from '#lib/query-language/address.ts';
import { declared, FakeWorld, type Row } from '#testing/fake-list.ts';
import { emptyPage, withRowsOnServer } from './list-page.ts';
import { ListStore } from './list-store.ts';

let world: FakeWorld;
let store: ListStore<Row>;

function open(search = '', knowsRows = true) {
  world.entries[0] = { search, state: null };
  const address = readAddress(declared, new URLSearchParams(search));
  const start = address.from === null ? 0 : world.ids.indexOf(address.from);
  const rows = world.ids.slice(start, start + address.count).map((Id) => ({ Id }));
  const page = {
    rows: knowsRows ? rows : null,
    total: null,
    count: rows.length,
    firstId: rows[0]?.Id ?? null,
    lastId: rows.at(-1)?.Id ?? null,
    from: address.from,
    hasPrevious: start > 0,
    nextFrom: world.ids[start + address.count] ?? null,
  };
  store = new ListStore<Row>({
    declared,
    scope: { infeatured: '1' },
    world,
    initial: { address, page, status: { at: 'loaded' } },
  });
  store.start();
}

beforeEach(() => {
  world = new FakeWorld();
  open();
});

const shown = () => store.$state.get().page.rows?.map((row) => row.Id) ?? [];

test('a search waits 50 ms, is loading meanwhile and pushes its address once it is there', async () => {
  store.type('night author:"a b"');
  store.search();
  expect(store.$state.get().status.at).toBe('loading');
  await world.pass(49);
  expect(world.requests).toHaveLength(0);
  expect(world.entries).toHaveLength(1);
  await world.pass(1);
  expect(store.$state.get().status.at).toBe('loaded');
  expect(Object.fromEntries(world.requests[0] ?? [])).toEqual({
    author: 'a b',
    name: 'night',
    infeatured: '1',
    order1: '2',
    count: '41',
    total: '1',
    fields: 'Id,Name',
  });
  expect(world.history.search()).toBe('?query=night+author%3A%22a+b%22');
});

test('of several changes only the newest is requested, and only its response is used', async () => {
  store.search('a');
  await world.pass(20);
  store.search('b');
  await world.pass(49);
  expect(world.requests).toHaveLength(0);
  let answerB: (response: Response) => void = () => {};
  world.answer = () => new Promise((resolve) => (answerB = resolve));
  await world.pass(1);
  store.search('c');
  world.answer = () => Response.json({ Results: [{ Id: 7 }], More: false });
  await world.pass(50);
  answerB(Response.json({ Results: [{ Id: 8 }], More: false }));
  await world.pass(0);
  expect(world.requests.map((params) => params.get('name'))).toEqual(['b', 'c']);
  expect(shown()).toEqual([7]);
  expect(world.entries.map((entry) => entry.search)).toEqual(['', '?query=c']);
});

test('pages are walked forwards and back by their first and last rows', async () => {
  store.next();
  await world.pass(50);
  expect(world.requests[0]?.get('after')).toBe('61');
  expect(shown()[0]).toBe(60);
  expect(world.history.search()).toBe('?from=60');
  expect(store.$state.get().page.nextFrom).toBe(20);
  store.next();
  await world.pass(50);
  expect(shown()).toHaveLength(20);
  expect(store.$state.get().page.nextFrom).toBeNull();
  store.previous();
  await world.pass(50);
  expect(world.requests[2]?.get('before')).toBe('20');
  expect(world.requests[2]?.get('count')).toBe('40');
  expect(shown()[0]).toBe(60);
  expect(world.history.search()).toBe('?from=60');
  store.previous();
  await world.pass(50);
  expect(shown()[0]).toBe(100);
  expect(world.history.search()).toBe('');
});

test('with less than a page in front, the first page is shown', async () => {
  open('?from=95');
  store.first();
  await world.pass(50);
  world.requests.length = 0;
  world.ids = [101, ...world.ids];
  store.next();
  await world.pass(50);
  expect(shown()[0]).toBe(60);
  world.ids = world.ids.slice(20);
  store.previous();
  await world.pass(50);
  expect(world.requests.map((params) => params.get('before'))).toEqual([null, '60', null]);
  expect(shown()).toHaveLength(40);
  expect(world.history.search()).toBe('');
});

test('a filter or a sort change restarts from the beginning', async () => {
  store.next();
  await world.pass(50);
  store.sort(5);
  await world.pass(50);
  expect(world.requests[1]?.has('after')).toBe(false);
  expect(world.history.search()).toBe('?order=5');
  store.sort(2);
  await world.pass(50);
  expect(world.history.search()).toBe('');
});

test('sorting by a column removes an order from the text', async () => {
  store.search('x order1:6');
  await world.pass(50);
  expect(world.requests[0]?.get('order1')).toBe('6');
  store.sort(11);
  await world.pass(50);
  expect(world.requests[1]?.get('order1')).toBe('11');
  expect(store.$text.get()).toBe('x');
});

test('the user name is requested only when it differs, and replaces one in the text', async () => {
  store.filter('username', '');
  await world.pass(50);
  expect(world.requests).toHaveLength(0);
  store.search('author:a x');
  await world.pass(50);
  store.filter('username', ' bo ');
  await world.pass(50);
  expect(world.requests[1]?.get('author')).toBe('bo');
  expect(world.history.search()).toBe('?query=x&username=bo');
  store.filter('username', 'bo');
  await world.pass(50);
  expect(world.requests).toHaveLength(2);
});

test('rows that only the server knows are requested for another view, from the same row on', async () => {
  open('?from=60', false);
  store.view('tiles');
  expect(world.requests).toHaveLength(0);
  expect(store.$state.get()).toMatchObject({ status: { at: 'loading' }, page: { rows: null, firstId: 60 } });
  await world.pass(50);
  expect(world.requests[0]?.get('from')).toBe('60');
  expect(shown()[0]).toBe(60);
  expect(world.history.search()).toBe('?view=tiles&from=60');
});

test('the rows of the first page are not among the properties that are sent to the browser', () => {
  const page = withRowsOnServer({ ...emptyPage, rows: [{ Id: 1 }] });
  expect(page.rows).toEqual([{ Id: 1 }]);
  expect(Object.keys(page)).toEqual([
    'count',
    'total',
    'firstId',
    'lastId',
    'from',
    'hasPrevious',
    'nextFrom',
  ]);
});

test('another view of the same rows changes the address without a request; a view with its own order sends one', async () => {
  store.view('best');
  await world.pass(50);
  expect(world.requests[0]?.get('order1')).toBe('22');
  expect(world.history.search()).toBe('?view=best');
  store.sort(2);
  await world.pass(50);
  store.view('standard');
  await world.pass(50);
  expect(world.requests).toHaveLength(2);
  expect(world.history.search()).toBe('');
});

test('back and forward read the address again, load its rows and return to where they were scrolled', async () => {
  world.scroll = 300;
  store.search('x');
  await world.pass(50);
  world.scroll = 40;
  store.next();
  await world.pass(50);
  world.scroll = 0;
  world.ids = [101, ...world.ids]; // a row that was added meanwhile is there when its page is shown again
  world.go(-1);
  expect(store.$text.get()).toBe('x');
  expect(store.$state.get().status.at).toBe('loading');
  await world.pass(50);
  expect(world.requests).toHaveLength(3);
  expect(world.requests[2]?.get('name')).toBe('x');
  expect(shown()[0]).toBe(101);
  expect(store.$state.get().scroll).toBe(40);
  world.scroll = 20;
  world.go(-1);
  await world.pass(50);
  expect(store.$text.get()).toBe('');
  expect(world.requests[3]?.has('name')).toBe(false);
  expect(store.$state.get().scroll).toBe(300);
  world.go(1);
  await world.pass(50);
  expect(store.$state.get().scroll).toBe(20);
  world.go(1);
  await world.pass(50);
  expect(world.requests[5]?.get('from')).toBe('60');
  expect(shown()[0]).toBe(60);
  expect(world.entries).toHaveLength(3);
});

test('going back cancels a request in progress', async () => {
  store.search('x');
  await world.pass(50);
  store.search('y');
  world.go(-1);
  await world.pass(50);
  expect(store.$state.get().status.at).toBe('loaded');
  expect(store.$state.get().address.query).toBe('');
  expect(world.requests.map((params) => params.get('name'))).toEqual(['x', null]);
});

test('an entry from before this page was loaded is read from its address', async () => {
  world.entries.unshift({ search: '?query=old&from=50', state: { entry: 1, scroll: 77 } });
  world.at = 1;
  world.go(-1);
  expect(store.$state.get().status.at).toBe('loading');
  await world.pass(50);
  expect(world.requests[0]?.get('from')).toBe('50');
  expect(shown()[0]).toBe(50);
  expect(store.$state.get().scroll).toBe(77);
  expect(world.entries).toHaveLength(2);
});

test.each([
  [
    'the message of the server',
    () => Response.json({ status: 400, title: 'x', detail: 'Too long.', type: 'y' }, { status: 400 }),
    'Too long.',
    undefined,
  ],
  ['a page instead of data', () => new Response('<html>'), 'Error while parsing response', /not complete/],
  ['a list without rows', () => Response.json({}), 'Error while parsing response', /not complete/],
  [
    'a failure without a message',
    () => new Response('x', { status: 502 }),
    'Error while parsing response',
    /not available/,
  ],
  ['no network', () => Promise.reject(new TypeError('network')), 'Unhandled Error', undefined],
])('%s is shown', async (_, answer, detail, reason) => {
  world.answer = answer;
  store.search('x');
  await world.pass(50);
  const { status } = store.$state.get();
  expect(status).toMatchObject({
    at: 'error',
    problem: { detail, ...(reason && { reason: expect.stringMatching(reason) }) },
  });
  // 0 means that there was no response
  expect(status.at === 'error' && status.problem.status === 0).toBe(detail === 'Unhandled Error');
  expect(shown()).toHaveLength(40); // the rows stay
  expect(world.entries).toHaveLength(1);
  world.answer = null;
  store.retry();
  await world.pass(50);
  expect(store.$state.get().status.at).toBe('loaded');
});

test.each([
  ['', ''],
  ['?order=2&view=standard&count=40', ''],
  [
    '?Query=a&COUNT=80&order=6&replaysby=9&from=12&dm=1',
    '?query=a&count=80&order=6&replaysBy=9&from=12&dm=1',
  ],
  ['?count=0&from=x&view=nope&order=-1&dm=1&other=1', ''],
  ['?count=5000', '?count=200'],
  ['?view=best&order=22', '?view=best'],
])('the address %j is written as %j', (search, written) => {
  expect(writeAddress(declared, readAddress(declared, new URLSearchParams(search)))).toBe(written);
});

test('characters with code 0 are not part of a query', () => {
  expect(readAddress(declared, new URLSearchParams('?query=a%00b')).query).toBe('ab');
});

test('without JavaScript a page has the same address', () => {
  const address = readAddress(declared, new URLSearchParams('?from=12&dm=1&replaysBy=9'));
  expect(pageParams(declared, address, cursorOf(address), {})).toMatchObject({
    before: '12',
    inreplays: '1',
    count: '40',
  });
  expect(filterParams(declared, address, {})).toEqual({ replaysby: '9', inreplays: '1' });
  expect(emptyPage.rows).toEqual([]);
});
