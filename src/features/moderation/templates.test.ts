import { expect, test } from 'vitest';
import { reasonOf, usualTemplate } from './templates.ts';

test.each([
  ['', '', ''],
  ['', ' Own words. ', 'Own words.'],
  ['offtopic', '', 'This does not belong here.'],
  ['offtopic', 'Please use the forum.', 'This does not belong here. Please use the forum.'],
  ['constructor', 'Own words.', 'Own words.'],
])('the template %j and the text %j are the reason %j', (template, typed, expected) => {
  expect(reasonOf(template, typed)).toBe(expected);
});

test.each([
  ['comment.delete', ['other', 'spam', 'offensive'], 'spam'],
  ['comment.delete', ['other'], ''],
  ['comment.delete', [], ''],
  ['comment.restore', ['spam'], 'fine'],
  ['track.authorize', [], 'fine'],
])('the usual template of %s after reports for %j is %j', (act, reasons, expected) => {
  expect(usualTemplate(act, reasons)).toBe(expected);
});
