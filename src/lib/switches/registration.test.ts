import { expect, test } from 'vitest';
import { registrationEnd, registrationStart, withoutRegistration } from './registration.ts';

const offer = (html: string) => `${registrationStart}${html}${registrationEnd}`;

test.each([
  ['nothing that offers an account', 'a <b>page</b>', 'a <b>page</b>'],
  ['one offer', `before${offer('<a>Register</a>')}after`, 'beforeafter'],
  ['two offers', `1${offer('x')}2${offer('y')}3`, '123'],
])('of a page with %s the rest stays', (_, html, rest) => expect(withoutRegistration(html)).toBe(rest));
