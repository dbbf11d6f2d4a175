/** Replaces an endpoint that Astro adds by default (astro.config.mjs). */
export const GET = () => new Response(null, { status: 404 });
