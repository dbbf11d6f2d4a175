/** In place of an endpoint that Astro adds by itself (astro.config.mjs). */
export const GET = () => new Response(null, { status: 404 });
