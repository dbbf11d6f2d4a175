import { expect, test } from 'vitest';
import { fieldLabel, shownDetail } from './field-label.ts';

test.each([
  ['Text', 'Text'],
  ['AuthorComments', 'Author comments'],
  ['TrackEntries[0].AuthorComments', 'Author comments'],
  ['TrackEntries.12.ReleaseDate', 'Release date'],
  ['Authors[3]', 'Authors'],
  ['reportType', 'Report type'],
  ['7', '7'],
])('the field %s is shown as “%s”', (name, label) => {
  expect(fieldLabel(name)).toBe(label);
});

test.each([
  ['SecretUntil: must be a date.', 'SecretUntil', 'Secret until: must be a date.'],
  ['Authors.0.Role: is too long.', 'Authors.0.Role', 'Role: is too long.'],
  ['TrackName: is missing.', 'TrackEntries[0].TrackName', 'Track name: is missing.'],
  ['The field Authors.0.Role is too long.', 'Authors.0.Role', 'The field “Role” is too long.'],
  ['Titles: must be text.', 'Title', 'Titles: must be text.'],
  ['You have no room left.', 'TrackFile', 'You have no room left.'],
  ['TrackFile: is missing.', undefined, 'TrackFile: is missing.'],
])('a page shows “%s” of the field %s as “%s”', (detail, field, shown) => {
  expect(shownDetail({ detail, ...(field !== undefined && { field }) })).toBe(shown);
});
