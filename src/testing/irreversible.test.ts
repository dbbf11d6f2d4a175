import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actNamed, isPerformed } from '#features/moderation/acts/server/acts-by-name.ts';
import { allActs } from '#features/moderation/acts/server/all-acts.ts';

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

const isOffered = (name: string) => {
  const act = actNamed(name);
  return act !== undefined && isPerformed(act) && act.offer !== undefined;
};
const isAnnounced = (name: string) =>
  isOffered(name) || forms.some((text) => text.includes(`"${name}"`) || text.includes(`'${name}'`));

test.each(allActs)(
  '$name can be undone, or its form says beforehand that it cannot',
  ({ name, undo, cannot }) => {
    if (undo) {
      // an act of the console or of a feature must not both be undoable and say that it is not
      expect(cannot).toBe('');
      expect(actNamed(undo.as)).toBeDefined();
      return;
    }
    expect(cannot).toMatch(/^[A-Z].*\.$/);
    expect({ name, isAnnounced: isAnnounced(name) || name in withoutForm }).toEqual({
      name,
      isAnnounced: true,
    });
  },
);

test('an act with a form is not excused', () =>
  expect(Object.keys(withoutForm).filter(isAnnounced)).toEqual([]));
