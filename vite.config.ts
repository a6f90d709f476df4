import { readFileSync } from 'node:fs'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { messages } from './scripts/messages-plugin.ts'

/** Of a library, or a folder or file of ours, however this system writes its paths. */
const inPackages = (names: string) => `[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`
const inSource = (names: string) => `[\\\\/]src[\\\\/](?:${names.replaceAll('/', '[\\\\/]')})[\\\\/.]`

// What nearly every page needs goes into one piece: a hundred small ones compress badly.
const shared = [
  inPackages('react|react-dom|scheduler|seroval|seroval-plugins|use-sync-external-store|@tanstack|@orpc'),
  inSource('lib/(?:count|count-of|ids|money|page-title|read-search|shown-price|time)|platform/rpc'),
  inSource('design/(?:avatar|badge|button|button-class|chip|class-names|empty-state|icon|link-button)'),
  inSource('design/(?:mark|mark-paths|needs-script|page-head|picture-sources|search-field|segmented)'),
  inSource('design/(?:skeleton|toast|uploaded-image|use-reader-zone|use-settled-query|visually-hidden)'),
  inSource('features/(?:identity/rules/home-path|identity/web/(?:guards|queries)|settings/web/queries)'),
]
// Only forms that a visitor does not see use these.
const formsOnly = '(?:platform[\\\\/]rpc[\\\\/](?:proof-fault|use-form)|useBlocker)'
const base = new RegExp(`^(?!.*${formsOnly}).*(?:${shared.join('|')})`)

/**
 * Start brings its own calls to the server to every visitor, with a format of their own: a tenth of the first script. Ours go
 * through `platform/rpc`, so what would fetch them stays out.
 */
const withoutServerFunctions: Plugin = {
  name: 'without-server-functions',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    order: 'pre',
    filter: { id: /[\\/]start-client-core[\\/]dist[\\/]esm[\\/]client-rpc[\\/]serverFnFetcher\.js$/ },
    handler: () =>
      `export const serverFnFetcher = () => { throw new Error('Calls are made through platform/rpc, not by server functions.') }`,
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
    // The list of what each part needs besides its styles would stand in the script that every visitor loads, and grows
    // with each screen. Pages name theirs in their HTML; a link's come when a pointer nears it.
    modulePreload: { resolveDependencies: () => [] },
    // A list of slow plugins would only confuse a person who starts the product for the first time.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    // Bundled, because the package of all email components loads a syntax highlighter and Tailwind: 0.3 s and 40 MB unused.
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
      // A server folder that reaches the browser is a build error, not a leak found later.
      importProtection: { client: { files: ['**/server/**', '**/database/**'] } },
      // By default the loaders of all screens, and what they read with, come with the first page.
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
