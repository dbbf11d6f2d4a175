import { z } from 'zod';

const text = (max: number) =>
  z.string('must be sent once, as text').max(max, `has more than ${max} characters`);
const password = text(1000);

/** Where to go on to, and whether the page stands in the popup of the header. */
const way = { returnTo: text(2000).optional(), popup: text(10).optional() };

/** The fields of each form, as named on the wire. Their meaning is checked by the actions. */
export const RegisterForm = z.object({ Name: text(200), Email: text(300), Password: password, ...way });
export const LoginForm = z.object({ Name: text(300), Password: password, ...way });
export const PasswordForm = z.object({ OldPassword: password, Password: password });
export const ForgotForm = z.object({ Email: text(300) });
export const ResetForm = z.object({ Token: text(100), Password: password });
export const ConfirmForm = z.object({ Token: text(100) });
export const UiModeForm = z.object({ mode: z.enum(['0', '1', '2'], 'must be 0, 1 or 2') });

/** The answer to "who am I" and to every form that changes it. */
export interface ViewerAnswer {
  User: { UserId: number; Name: string; Level: number; IsSupporter: boolean } | null;
  UiMode: number;
  RequestVerificationToken: string;
}

/** A refused form on its way back to the page: what was typed, passwords left out, and why. */
export interface Refused {
  readonly values: URLSearchParams;
  readonly problem: { readonly detail: string; readonly field?: string | undefined };
}
