/// <reference types="astro/client" />

declare module '#site' {
  /** The edition this bundle is built for: pages and islands only; server code reads ctx.site. */
  export const site: import('#sites/schema.ts').Site;
}

declare namespace App {
  interface Locals {
    ctx: import('#platform/context.ts').Ctx;
    /** value of the hidden field __RequestVerificationToken in every form */
    token: string;
    /** scheme and host as the person typed them */
    origin: string;
  }
}
