import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { fieldState, type HiddenFields, hiddenFields, refusedForm } from './refused.ts';

type Refused = NonNullable<App.Locals['form']>;

const refused = (sent: string, field?: string): Refused => ({
  action: '/threadmerge/7',
  values: new URLSearchParams(sent),
  problem: { status: 422, title: 'Refused', detail: 'No.', type: 'about:blank', ...(field && { field }) },
});
const sent = 'site=a&actId=7&Act=solve&Reason=Mine';

test.each<[string, string | readonly (string | undefined)[], HiddenFields, boolean]>([
  ['its address', '/threadmerge/7', {}, true],
  ['its address with a query', '/threadmerge/7?on=b#reply', {}, true],
  ['another address', '/threadmove/7', {}, false],
  ['the address of one of its buttons', ['/threadmove/7', '/threadmerge/7'], {}, true],
  ['no address', [undefined], {}, false],
  ['its hidden fields', '/threadmerge/7', { site: 'a', actId: 7 }, true],
  ['a hidden field with another value', '/threadmerge/7', { site: 'a', actId: 8 }, false],
  ['a hidden field that was not sent', '/threadmerge/7', { case: 1 }, false],
  ['a hidden field without a value', '/threadmerge/7', { on: null, key: undefined }, true],
  ['one of the values of its buttons', '/threadmerge/7', { Act: ['reject', 'solve'] }, true],
  ['none of the values of its buttons', '/threadmerge/7', { Act: ['take', 'release'] }, false],
])('a form is the refused one by %s', (_, addresses, fields, isIt) => {
  const form = refused(sent);
  expect(refusedForm({ form }, addresses, fields) === form).toBe(isIt);
});

test('without a refusal no form is refused', () => {
  expect(refusedForm({}, '/threadmerge/7')).toBeUndefined();
  expect(refusedForm(undefined, '/threadmerge/7')).toBeUndefined();
});

test('values of buttons and missing values are no hidden fields', () => {
  expect(hiddenFields({ a: 1, b: null, c: undefined, d: ['x'], e: '' })).toEqual([
    ['a', '1'],
    ['e', ''],
  ]);
});

test.each([
  ['Reason', 'Reason', true],
  ['Reason', 'Reasons', false],
  ['Tags', 'Tags.0', true],
  ['Authors', 'Authors[2].Name', true],
  ['Reason', undefined, false],
])('the field %s of a form refused for %s', async (name, field, isInvalid) => {
  const inForm = new AsyncLocalStorage<Refused>();
  const form = refused(sent, field);
  const state = await inForm.run(form, async () => {
    await Promise.resolve();
    return fieldState({ form, inForm }, { name, hint: 'A hint' });
  });
  expect(state.error?.detail).toBe(isInvalid ? 'No.' : undefined);
  expect(state.control['aria-describedby']).toBe(`f-${name}-hint${isInvalid ? ` f-${name}-error` : ''}`);
  expect(form.shownAt).toBe(isInvalid ? `f-${name}` : undefined);
});

test('a field outside of the refused form knows nothing of it', () => {
  const form = refused(sent, 'Reason');
  const state = fieldState({ form, inForm: new AsyncLocalStorage() }, { name: 'Reason' });
  expect([state.typed, state.error, form.shownAt]).toEqual([undefined, undefined, undefined]);
});
