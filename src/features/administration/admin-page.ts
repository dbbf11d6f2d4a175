import type { ProblemBody } from '#lib/wire/problem.ts';

interface Refused {
  readonly values: URLSearchParams;
  readonly problem: ProblemBody;
}

/** What every form of a page of the administration needs. */
export interface AdminPage {
  /** the edition's code */
  readonly site: string;
  readonly token: string;
  /** what was typed into this form before a refusal */
  refused(form: string): Refused | undefined;
}

/** The page for its forms; `form`: the refused one, if there is one. */
export const adminPage = (site: string, token: string, form: Refused | undefined): AdminPage => ({
  site,
  token,
  refused: (id) => (form?.values.get('Form') === id ? form : undefined),
});
