import type { AstroIntegration } from 'astro';

/** Renders the components of pages on the server, and hydrates islands in browsers. */
export const islands = (): AstroIntegration => ({
  name: 'islands',
  hooks: {
    'astro:config:setup': ({ addRenderer }) =>
      addRenderer({
        name: 'islands',
        clientEntrypoint: './src/layouts/islands/client.ts',
        serverEntrypoint: './src/layouts/islands/server.ts',
      }),
  },
});
