import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import { allSites } from './sites/all.ts';
import { firstModeHash } from './src/layouts/header/first-mode.ts';
import { islands } from './src/layouts/islands/integration.ts';
import { digestOnce } from './src/scripts/digest-once.ts';
import { externalServer } from './src/scripts/external-server.ts';
import { preactAsReact } from './src/scripts/preact-as-react.ts';
import { siteModule } from './src/scripts/site-module.ts';
import { lowerForBrowsers } from './src/scripts/supported-browsers.ts';

// One build per edition: SITE=tmnf astro build. `npm run build` builds them all, `npm run dev` picks one.
const code = process.env.SITE ?? (await allSites())[0].code;

// Modules that are loaded together are one file, each with what it imports: a small file for each shared module would cost a
// request, and compress worse.
const scripts = [
  { name: 'base', test: /layouts\/Base\.astro\?astro&type=script/, priority: 4 },
  {
    name: 'common',
    test: /\0site|src\/(routes|lib\/(codes|format|game-text)|lib\/wire\/unreadable|ui\/(api|list\/read-list|live\/element|name-class))\b|features\/\w+\/(model|list\/(fields|ui\/track-name))\.ts/,
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'islands',
    test: /node_modules\/(preact|nanostores)\/|src\/ui\/(root|after-paint|stores\/|[A-Z]\w+\.tsx)/,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'upload',
    test: /src\/ui\/(upload\/|reorder)|people-picker\/(ui\/|people-list\.)|tracks\/authors\/(ui\/|authors\.)/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'message',
    test: /src\/(ui\/reference-names|lib\/bbcode\/(tags|render))\./,
    minShareCount: 2,
    priority: 0,
  },
  {
    name: 'list',
    test: /src\/(ui\/list\/(SearchPage|DataTable|use-list-store)\.|lib\/query-language\/)/,
    minShareCount: 2,
    priority: 0,
  },
];

export default defineConfig({
  output: 'server',
  outDir: `./dist/${code}`,
  cacheDir: `./.cache/astro/${code}`,
  trailingSlash: 'ignore',
  adapter: node({
    mode: 'middleware',
    staticHeaders: true,
    bodySizeLimit: 1024 * 1024,
    // a page is whole before its first byte leaves: a failure halfway is still an error page with its status
    experimentalDisableStreaming: true,
  }),
  integrations: [islands()],
  session: false,
  // pictures are made when they are stored: the endpoint that Astro adds for resizing on request stays closed
  image: { endpoint: { entrypoint: './src/pages/_closed-image-endpoint.ts' } },
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  security: {
    checkOrigin: true,
    csp: {
      scriptDirective: { hashes: [firstModeHash] },
      directives: [
        "default-src 'none'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: {
    cacheDir: `./.cache/vite/${code}`,
    plugins: [siteModule(code), externalServer(), digestOnce(), lowerForBrowsers()],
    resolve: { alias: preactAsReact },
    build: { assetsInlineLimit: 0 },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: scripts } } } } },
    },
  },
});
