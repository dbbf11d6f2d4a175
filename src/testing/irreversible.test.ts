import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canUndo } from '#features/moderation/acts/server/act.ts';
import { allActs } from '#features/moderation/acts/server/all.ts';
import { undos } from '#features/moderation/acts/server/undos.ts';
import { irreversible } from '#features/modlog/irreversible.ts';
import { type ActName, actLabels } from '#features/modlog/model.ts';

const acts = Object.keys(actLabels) as ActName[]; // its own keys

/** Acts that cannot be undone and whose form does not show the sentence, each with the reason. */
const withoutForm: Readonly<Record<string, string>> = {
  'account.close': 'a command of the operator',
  'account.reopen': 'a command of the operator',
  'case.reopen': 'only undoes',
  'job.delete': 'each form of administration has its own warning',
  'job.retry': 'each form of administration has its own warning',
  'limits.lift': 'each form of administration has its own warning',
  'profile.restore': 'only undoes',
  'replay.evidence': 'changes nothing',
  'track.moveback': 'only undoes',
  'track.receive': 'recorded by a move, on the edition to which it leads',
  'report.take': 'the queue itself: others see who took it',
  'report.solve': 'the queue itself: the form is the answer to the reporter',
  'report.reject': 'the queue itself: the form is the answer to the reporter',
};

const forms = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(astro|tsx)$/.test(file))
  .map((file) => readFileSync(`src/${file}`, 'utf8'))
  .filter((text) => text.includes('<Irreversible '));

const inConsole = new Set(allActs.map(({ name }) => name));
const isAnnounced = (act: ActName) =>
  inConsole.has(act) || forms.some((text) => text.includes(`"${act}"`) || text.includes(`'${act}'`));

test.each(acts)('%s can be undone, or its form says beforehand that it cannot', (act) => {
  const rule = undos[act];
  if (canUndo(rule)) {
    // an act of the console or of a feature must not both be undoable and say that it is not
    expect(act in irreversible).toBe(false);
    expect(undos[rule.as]).toBeDefined();
    return;
  }
  expect(rule.cannot).toMatch(/^[A-Z].*\.$/);
  expect({ act, isAnnounced: isAnnounced(act) || act in withoutForm }).toEqual({ act, isAnnounced: true });
});

test('an act with a form is not excused', () =>
  expect(acts.filter((act) => act in withoutForm && isAnnounced(act))).toEqual([]));
