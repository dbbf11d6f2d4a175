import { beforeEach, expect, test } from 'vitest';
import { ignoreMs, WindowStack } from './window-stack.ts';

let now = 0;
let closed: string[] = [];
let stack: WindowStack<string>;

function open(name: string, mayClose?: () => boolean) {
  const window = {
    contains: (press: string) => press === name,
    close: () => void closed.push(name),
    ...(mayClose && { mayClose }),
  };
  stack.opened(window);
  return window;
}

beforeEach(() => {
  now = 0;
  closed = [];
  stack = new WindowStack(() => now);
});

/** windows from the lowest to the topmost → where is pressed → what closes, in this order */
const cases: [windows: string[], press: string, closes: string[]][] = [
  [[], 'page', []],
  [['menu'], 'page', ['menu']],
  [['menu'], 'menu', []],
  [['menu', 'dialog'], 'page', ['dialog', 'menu']],
  [['menu', 'dialog', 'list'], 'menu', ['list', 'dialog']],
  [['menu', 'dialog', 'list'], 'dialog', ['list']],
  [['menu', 'dialog', 'list'], 'list', []],
  // a window that refuses to close keeps those below it open as well
  [['menu', 'no', 'list'], 'page', ['list']],
  [['no'], 'page', []],
];

test.each(cases)('over %j a press on %s closes %j', (windows, press, closes) => {
  for (const name of windows) open(name, name === 'no' ? () => false : undefined);
  now = ignoreMs;
  stack.press(press);
  expect(closed).toEqual(closes);
  expect(stack.size).toBe(windows.length - closes.length);
});

test('a window ignores presses outside in its first half second', () => {
  open('menu');
  now = ignoreMs - 1;
  stack.press('page');
  expect(closed).toEqual([]);
  now = ignoreMs;
  stack.press('page');
  expect(closed).toEqual(['menu']);
});

test('a new window keeps the older ones below it', () => {
  open('menu');
  now = ignoreMs;
  open('dialog');
  stack.press('page');
  expect(closed).toEqual([]);
});

test('a window that closed by itself is removed, one that opens again is on top', () => {
  const menu = open('menu');
  open('dialog');
  stack.opened(menu);
  expect(stack.closeTop()).toBe(true);
  expect(closed).toEqual(['menu']);
  stack.gone(menu);
  expect(stack.size).toBe(1);
});
