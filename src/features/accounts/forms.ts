import { z } from 'zod';
import { tokenScopeNames } from '#lib/codes/token-scopes.ts';
import { invisibleMistake, shownText, withoutLoneJoiners } from '#lib/game-text/invisible.ts';
import { pathId } from '#lib/wire/z.ts';
import { maxTokenNameLength, tokenDays } from './model.ts';

const text = (max: number) =>
  z.string('must be sent once, as text').max(max, `has more than ${max} characters`);
const password = text(1000);

/** Where to continue, and whether the page is in the popup window of the header. */
const way = { returnTo: text(2000).optional(), popup: text(10).optional() };

/** The fields of each form, by their API names. Their meaning is checked by the actions. */
export const RegisterForm = z.object({ Name: text(200), Email: text(300), Password: password, ...way });
export const LoginForm = z.object({ Name: text(300), Password: password, ...way });
export const PasswordForm = z.object({
  OldPassword: password,
  Password: password,
  Code: text(200).default(''),
});
/** Additional fields of a form if the last sign-in is too old. */
export const ProofForm = z.object({ OwnPassword: password.default(''), Code: text(200).default('') });
export const EmailForm = ProofForm.extend({ Email: text(300) });
export const NameForm = ProofForm.extend({ Name: text(200) });
/** `Sure`: the box that says that the user has read what will happen. */
export const LeaveForm = ProofForm.extend({
  Tracks: z.enum(['kept', 'removed'], 'choose what happens to your tracks'),
  Sure: z.literal('yes', 'tick the box to delete your account'),
});
/** Passkey: the browser's response as JSON. */
export const SecondStepForm = z.object({
  Code: text(200).default(''),
  Passkey: text(50_000).default(''),
  ...way,
});
export const AppForm = z.object({ Code: text(200) });
export const PasskeyForm = z.object({ Passkey: text(50_000) });
export const FactorForm = z.object({ factorId: pathId });
/** `From`: the page that shows the result, if it is not the account's. */
export const ResendForm = z.object({ From: z.literal('welcome').optional(), ...way });
export const AgainForm = z.object({ Password: password, returnTo: text(2000).optional() });
export const SessionForm = z.object({ sessionId: pathId });
export const ForgotForm = z.object({ Name: text(300) });
export const ResetForm = z.object({ Token: text(100), Password: password });
export const ConfirmForm = z.object({ Token: text(100) });
function checkVisible(name: string, issue: z.RefinementCtx) {
  const message = invisibleMistake('', name);
  if (message) issue.addIssue({ code: 'custom', message });
}

/** A name that others may read, of which something is visible. `empty`: what to do if nothing is. */
export const visibleName = (max: number, empty: string) =>
  text(max)
    .trim()
    .refine((name) => shownText(name) !== '', empty)
    .transform(withoutLoneJoiners)
    .superRefine(checkVisible);

export const TokenForm = z.object({
  Name: visibleName(maxTokenNameLength, 'name the token after the place where you use it'),
  /** one checkbox for each scope */
  Scopes: z.preprocess(
    (sent) => (typeof sent === 'string' ? [sent] : (sent ?? [])),
    z
      .array(z.enum(tokenScopeNames, 'is not a scope of API tokens'))
      .min(1, 'choose what the token is for')
      .transform((scopes) => [...new Set(scopes)]),
  ),
  /** how long the token is valid, in days; 0: until it is revoked */
  Days: z
    .string()
    .default('0')
    .transform(Number)
    .refine(
      (days) => tokenDays.some((allowed) => allowed === days),
      `must be one of ${tokenDays.join(', ')}`,
    ),
});
export const RevokeForm = z.object({ tokenId: pathId });
export const UiModeForm = z.object({ mode: z.enum(['0', '1', '2'], 'must be 0, 1 or 2') });

/** The response of GET /api/viewer and of every form that changes the viewer. */
export interface ViewerAnswer {
  User: { UserId: number; Name: string; Level: number; IsSupporter: boolean; Picture: string } | null;
  UiMode: number;
  RequestVerificationToken: string;
  /** the password was correct and the sign-in must be confirmed in one of these ways; User is the previous viewer */
  SecondStep?: { Code: boolean; Passkey: boolean; RecoveryCode: boolean };
  /** the sign-in was correct, but its owner closed the account, which can be reopened there */
  Closed?: { Link: string };
}
