import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { no, yes } from '#lib/rules/verdict.ts';
import { CommentForm } from './CommentForm.island.tsx';
import { CommentForms } from './CommentForms.island.tsx';

const fine = yes;
const common = { trackId: 7, secret: null, token: 'abc' };

test('the comment form works without scripts', () => {
  const html = renderToString(
    <CommentForms {...common} can={{ comment: fine, award: { ...fine, given: null } }} />,
  );
  expect(html).toContain('action="/commentupdate/7/comment/0" method="post"');
  expect(html).toContain('name="__RequestVerificationToken" value="abc"');
  expect(html).toContain('href="/commentupdate/7/award/0"');
  expect(html).not.toContain('name="key"');
});

test.each([
  [{ ...no('A beta track cannot be awarded.'), given: null }, 'A beta track cannot be awarded.'],
  [{ ...no('Already.'), given: 9 }, 'href="/trackshow/7?comment=9&amp;key=k#comment-9"'],
])('the reason why no award can be given is shown', (award, words) => {
  const html = renderToString(<CommentForms {...common} secret="k" can={{ comment: fine, award }} />);
  expect(html).toContain(words);
  expect(html).toContain('name="key" value="k"');
});

test('an award that cannot be given is a disabled button with its reason', () => {
  const award = { ...no('A beta track cannot be awarded.'), given: null };
  const html = renderToString(<CommentForms {...common} can={{ comment: fine, award }} />);
  const [, reasonId] = /<button[^>]*disabled=""[^>]*aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`id="${reasonId}">A beta track cannot be awarded.`);
  expect(html).not.toContain('/commentupdate/7/award');
});

test('a refused form contains what was typed, and why it was refused', () => {
  const html = renderToString(
    <CommentForm
      {...common}
      kind="award"
      commentId={0}
      replyTo={5}
      label="Text"
      submit="Send"
      start={'</textarea><script>alert(1)</script>'}
      refusal="Too short."
    />,
  );
  expect(html).toContain('&lt;/textarea&gt;&lt;script&gt;');
  expect(html).not.toContain('<script>');
  expect(html).toContain('role="alert"');
  expect(html).toContain('Too short.');
  expect(html).toContain('name="replyTo" value="5"');
});
