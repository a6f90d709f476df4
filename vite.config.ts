import { readFileSync } from 'node:fs'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { messages } from './scripts/messages-plugin.ts'

/** Patterns for packages, and for our folders or files, with either path separator. */
const inPackages = (names: string) => `[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`
const inSource = (names: string) => `[\\\\/]src[\\\\/](?:${names.replaceAll('/', '[\\\\/]')})[\\\\/.]`

// Code of nearly every page is one chunk, because a hundred small ones compress badly.
const shared = [
  inPackages('react|react-dom|scheduler|seroval|seroval-plugins|use-sync-external-store|@tanstack|@orpc'),
  inSource('lib/(?:count|ids|money|page-title|pluralize|search-parameters|time)|platform/rpc'),
  inSource('design/(?:avatar|badge|button|button-class|chip|class-names|empty-state|icon|link-button)'),
  inSource(
    'design/(?:mark|mark-paths|needs-javascript|page-head|picture-sources|search-field|segmented-control)',
  ),
  inSource('design/(?:skeleton|toast|uploaded-image|use-reader-zone|use-debounced-query|visually-hidden)'),
  inSource('features/(?:identity/rules/home-path|identity/web/(?:guards|queries)|settings/web/queries)'),
]
// Used only by forms that visitors don't see.
const formsOnly = '(?:platform[\\\\/]rpc[\\\\/](?:reauthentication-error|use-form)|useBlocker)'
const base = new RegExp(`^(?!.*${formsOnly}).*(?:${shared.join('|')})`)

/**
 * Start ships its own server functions and their format to every visitor, a tenth of the first script. Ours use
 * `platform/rpc`, so the code that fetches them is removed.
 */
const withoutServerFunctions: Plugin = {
  name: 'without-server-functions',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    order: 'pre',
    filter: { id: /[\\/]start-client-core[\\/]dist[\\/]esm[\\/]client-rpc[\\/]serverFnFetcher\.js$/ },
    handler: () =>
      `export const serverFnFetcher = () => { throw new Error('Server functions are disabled. Call through platform/rpc.') }`,
  },
}

const REFERENCE_SCRIPT = 'node_modules/@scalar/api-reference/dist/browser/standalone.js'

/** Serves Scalar as `/api-reference.js`. Only the page at /api/reference loads it (`platform/rpc/server/reference-page.ts`). */
const referenceScript: Plugin = {
  name: 'reference-script',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'api-reference.js', source: readFileSync(REFERENCE_SCRIPT) })
  },
  configureServer({ middlewares }) {
    middlewares.use('/api-reference.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript; charset=utf-8')
      response.end(readFileSync(REFERENCE_SCRIPT))
    })
  },
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  css: { modules: { generateScopedName: '[local]-[hash:base64:4]' } },
  build: {
    // The preload map would be part of the script every visitor loads, and grow with each screen. Pages list their own
    // chunks in their HTML, and links preload theirs when the pointer is near.
    modulePreload: { resolveDependencies: () => [] },
    // A list of slow plugins would confuse people who start the product for the first time.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    // Bundled, because the email components' package loads a syntax highlighter and Tailwind: 0.3 s and 40 MB unused.
    ssr: { resolve: { noExternal: [/^@react-email\//] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'base', test: base, minShareCount: 4, priority: 1 },
                // One style sheet for the other components instead of a dozen per page.
                {
                  name: 'components',
                  test: new RegExp(inSource('design/[a-z-]+[.]module')),
                  minShareCount: 4,
                },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [
    messages,
    withoutServerFunctions,
    referenceScript,
    tanstackStart({
      // Importing server code in the browser fails the build instead of leaking.
      importProtection: { client: { files: ['**/server/**', '**/database/**'] } },
      // By default, the first page includes the loaders of all screens and their dependencies.
      router: {
        codeSplittingOptions: {
          defaultBehavior: [
            ['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
          ],
        },
      },
    }),
    react(),
  ],
})
