import { expect, test } from 'vitest';
import {
  changedSettings,
  SettingChanges,
  settingNames,
  settingsOf,
  switchesOf,
  usualSettings,
  usualSwitches,
} from './model.ts';

test('an edition without rows is open and has no custom texts', () => {
  expect(settingsOf([])).toEqual(usualSettings);
  expect(usualSwitches).toEqual({
    readOnly: false,
    registrationClosed: false,
    uploadsClosed: false,
    paused: false,
    siteName: 'Paddock',
    banner: '',
    quotas: { uploadsPerDay: null, postsPerDay: null, commentsPerDay: null },
    review: 'never',
    onlineRecords: 'all',
    badWords: [],
    crewOrder: [],
    texts: { about: '', rules: '', welcome: '', contact: '', imprint: '', privacy: '' },
    mailEnd: '',
  });
});

test('every default value could be stored', () => {
  expect(settingsOf(settingNames.map((name) => ({ name, value: usualSettings[name] })))).toEqual(
    usualSettings,
  );
});

test('stored values apply, unless this version cannot read them', () => {
  const settings = settingsOf([
    { name: 'Banner', value: 'Back at nine.' },
    { name: 'ReadOnly', value: 'perhaps' },
    { name: 'Review', value: 'sometimes' },
    { name: 'constructor', value: true },
  ]);
  expect(switchesOf(settings)).toEqual({ ...usualSwitches, banner: 'Back at nine.' });
});

test.each([
  [{ ReadOnly: 'yes' }],
  [{ Banner: 'x'.repeat(301) }],
  [{ UploadsPerDay: 0 }],
  [{ UploadsPerDay: 1.5 }],
  [{ AboutText: 'x'.repeat(20_001) }],
  [{ BadWords: [''] }],
  [{ MailEnd: 'x'.repeat(501) }],
  [{ Other: true }],
])('%j is not a valid change of settings', (changes) =>
  expect(SettingChanges.safeParse(changes).success).toBe(false),
);

test('only what differs is a change', () => {
  const changes = { ReadOnly: false, UploadsPerDay: 5, BadWords: [], Banner: 'Hello' };
  expect(changedSettings(usualSettings, changes)).toEqual({
    names: ['Banner', 'UploadsPerDay'],
    before: { Banner: '', UploadsPerDay: null },
    after: { Banner: 'Hello', UploadsPerDay: 5 },
  });
});
