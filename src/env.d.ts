/// <reference types="astro/client" />

declare module '#site' {
  /** The edition this bundle is built for: pages and islands only; server code reads ctx.site. */
  export const site: import('#sites/schema.ts').Site;
}

declare namespace App {
  interface Locals {
    ctx: import('#platform/context.ts').Ctx;
    /** value of the hidden field __RequestVerificationToken in every form; read it only where there is a form */
    readonly token: string;
    /** scheme and host as the person typed them */
    origin: string;
    /** why this page is shown instead of what was asked for: 404.astro and 500.astro explain it */
    problem?: import('#lib/wire/problem.ts').ProblemBody;
    /** a form of this page that was refused: what was typed, and the reason */
    form?: import('#platform/http/types.ts').RefusedForm;
    /** secrets that this answer alone shows */
    once?: readonly string[];
  }
}
