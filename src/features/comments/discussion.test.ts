import { expect, test } from 'vitest';
import { awardChance, type Chances } from './discussion.ts';

const chance = (award: Chances['award'], isVisitor = false) =>
  awardChance({ can: { comment: { ok: true }, award }, isVisitor, trackId: 7, key: null });

test.each([
  [
    'may be given',
    { ok: true, given: null } as const,
    false,
    { href: '/commentupdate/7/award/0', reason: null },
  ],
  [
    'of a visitor',
    { ok: false as const, reason: 'Sign in.', given: null },
    true,
    { href: '#discussion', reason: null },
  ],
  [
    'of an author',
    { ok: false as const, reason: 'Your own track.', given: null },
    false,
    { href: null, reason: 'Your own track.' },
  ],
  [
    'given before',
    { ok: false as const, reason: 'Already.', given: 9 },
    false,
    { href: '/trackshow/7?comment=9#comment-9', reason: 'You gave this track an award.' },
  ],
])('the button of an award %s', (_, award, isVisitor, wanted) => {
  expect(chance(award, isVisitor)).toEqual(wanted);
});
