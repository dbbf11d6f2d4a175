import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { no, yes } from '#lib/rules/verdict.ts';
import { CommentForms } from './CommentForms.island.tsx';

const fine = yes;
const common = { trackId: 7, secret: null };

test('an award can be given without scripts', () => {
  const html = renderToString(
    <CommentForms {...common} can={{ comment: fine, award: { ...fine, given: null } }} />,
  );
  expect(html).toContain('href="/commentupdate/7/award/0"');
});

test.each([
  [{ ...no('You can’t award a beta track.'), given: null }, 'You can’t award a beta track.'],
  [{ ...no('Already.'), given: 9 }, 'href="/trackshow/7?comment=9&amp;key=k#comment-9"'],
])('the reason why no award can be given is shown', (award, words) => {
  const html = renderToString(<CommentForms {...common} secret="k" can={{ comment: fine, award }} />);
  expect(html).toContain(words);
});

test('an award that cannot be given is a disabled button with its reason', () => {
  const award = { ...no('You can’t award a beta track.'), given: null };
  const html = renderToString(<CommentForms {...common} can={{ comment: fine, award }} />);
  const [, reasonId] = /<button[^>]* disabled\b[^>]*aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toMatch(new RegExp(`id="${reasonId}"[^>]*>You can’t award a beta track\\.`));
  expect(html).not.toContain('/commentupdate/7/award');
});
