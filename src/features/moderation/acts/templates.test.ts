import { expect, test } from 'vitest';
import { reasonsFor } from '../reports/reasons.ts';
import { allActs } from './server/all-acts.ts';
import { reasonOf, reasonTemplates, templatesFor, usualTemplate } from './templates.ts';

/** Whether the act offers the reasons in favour of its subject. */
const offers = (name: string) =>
  allActs.some((act) => act.name === name && 'offer' in act && act.offer?.reasons === 'inFavour');

test.each([
  ['', '', ''],
  ['', ' Own words. ', 'Own words.'],
  ['offtopic', '', 'This doesn’t belong here.'],
  ['offtopic', 'Please use the forum.', 'This doesn’t belong here. Please use the forum.'],
  ['constructor', 'Own words.', 'Own words.'],
])('the template %j and the text %j are the reason %j', (template, typed, expected) => {
  expect(reasonOf(template, typed)).toBe(expected);
});

test.each([
  ['comment.delete', 'comment', ['other', 'spam', 'stolen'], 'spam'],
  ['comment.delete', 'comment', ['other'], ''],
  ['comment.delete', 'comment', [], ''],
  ['comment.restore', 'comment', ['spam'], 'fine'],
  ['track.authorize', 'track', [], 'fine'],
  ['user.warn', 'user', ['stolen'], 'stolen'],
])('the usual template of %s on a %s after reports for %j is %j', (act, kind, reasons, expected) => {
  const isInFavour = offers(act);
  expect(usualTemplate(isInFavour, templatesFor(isInFavour, kind), reasons)).toBe(expected);
});

test('an act offers the reasons that fit what it is done to', () => {
  expect(templatesFor(offers('comment.delete'), 'comment')).toEqual(['offensive', 'spam', 'offtopic']);
  expect(templatesFor(offers('track.delete'), 'track')).toContain('stolen');
  expect(templatesFor(offers('replay.restore'), 'replay')).toEqual(['fine', 'mistake']);
  expect(templatesFor(false, 'toString')).toEqual([]);
});

test.each(Object.entries(reasonsFor))(
  'what a %s is reported for is a reason of the acts on it and on its author',
  (kind, reasons) => {
    const expected = reasons.filter((reason) => reason in reasonTemplates && kind !== 'other');
    expect(templatesFor(false, kind)).toEqual(expect.arrayContaining(expected));
    expect(templatesFor(offers('user.warn'), 'user')).toEqual(expect.arrayContaining(expected));
  },
);
