/// <reference types="astro/client" />

declare module '#site' {
  /** The edition of this build: for pages and islands only; server code reads ctx.site. */
  export const site: import('#sites/schema.ts').Site;
}

declare namespace App {
  interface Locals {
    ctx: import('#platform/context.ts').Ctx;
    /** the anti-forgery token, which `Form.astro` writes into every form; read only on pages with a form */
    readonly token: string;
    /** scheme and host in the visitor's address bar */
    origin: string;
    /** why this page is shown instead of the requested one: used by 404.astro and 500.astro */
    problem?: import('#lib/wire/problem.ts').ProblemBody;
    /** a refused form of this page: what was typed, and the reason */
    form?: import('#platform/http/types.ts').RefusedForm;
    /** the refused form, for the fields inside it; see `src/ui/form/Form.astro` */
    readonly inForm: import('node:async_hooks').AsyncLocalStorage<
      import('#platform/http/types.ts').RefusedForm
    >;
    /** secrets that are shown only in this response */
    once?: readonly string[];
    /** how the form in `form` can be sent again: used by 404.astro */
    again?: import('#platform/http/types.ts').SendAgain;
  }
}
