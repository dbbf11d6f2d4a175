import { expect, test } from 'vitest';
import { insertSmiley, linkSelection, listSelection, type TextEdit, wrapSelection } from './edit-text.ts';

/** A text with its selection between bars, before and after. */
const read = (marked: string): [string, [number, number]] => {
  const [before = '', inside = '', after = ''] = marked.split('|');
  return [before + inside + after, [before.length, before.length + inside.length]];
};
const show = (text: string, { from, to, insert, select: [start, end] }: TextEdit) => {
  const changed = text.slice(0, from) + insert + text.slice(to);
  return `${changed.slice(0, start)}|${changed.slice(start, end)}|${changed.slice(end)}`;
};

test.each([
  ['a |word| b', 'a [b]|word|[/b] b'],
  ['||', '[b]||[/b]'],
  ['a [b]|word|[/b] b', 'a |word| b'],
  ['[b]||[/b]', '||'],
  ['b]|x|[/b]', 'b][b]|x|[/b][/b]'],
])('bold turns %j into %j', (before, after) => {
  const [text, selection] = read(before);
  expect(show(text, wrapSelection(text, selection, ['[b]', '[/b]']))).toBe(after);
});

test.each([
  ['|one\ntwo|', '[list]\n[*]one\n[*]two||\n[/list]'],
  ['x ||', 'x [list]\n[*]||\n[/list]'],
])('a list turns %j into %j', (before, after) => {
  const [text, selection] = read(before);
  expect(show(text, listSelection(text, selection))).toBe(after);
});

test.each([
  ['|here|', '[url=||]here[/url]'],
  ['|https://a.eu/x|', '[url]|https://a.eu/x|[/url]'],
])('a link turns %j into %j', (before, after) => {
  const [text, selection] = read(before);
  expect(show(text, linkSelection(text, selection))).toBe(after);
});

test.each([
  ['||', ':) ||'],
  ['fine||', 'fine :) ||'],
  ['fine || day', 'fine :)|| day'],
  ['a|b|c', 'a :) ||c'],
])('a smiley turns %j into %j', (before, after) => {
  const [text, selection] = read(before);
  expect(show(text, insertSmiley(text, selection, ':)'))).toBe(after);
});
