// The import table of ARCHITECTURE.md. Each row is an allow-list: importing anything else is an error.

/** Features in dependency order: each may call only the features left of it, and only through their server/public.ts. */
const order = [
  ['ledger'],
  ['settings'],
  ['invitations'],
  ['identity'],
  ['notifications'],
  ['payees'],
  ['members'],
  ['network', 'events'],
  ['bookings'],
  ['orders'],
  ['tickets'],
  ['invoices'],
  ['check-in'],
  ['chat'],
  ['settlements'],
  ['api-keys'],
  ['webhooks'],
  ['account'],
  ['administration'],
]

/** Tests next to the code, and their helpers, whose file names begin with `testing`. */
const testsBeside = ['\\.test\\.tsx?$', '/testing[a-z-]*\\.tsx?$']
const tests = [...testsBeside, '^tests/']
const feature = '^src/features/([^/]+)'
const packages = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown']

/** Returns a rule: files in src at `from` may import only `allowed`. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from,
  to: { path: '^src/', pathNot: allowed },
})

/** Returns a rule for pure code (rules and lib): no packages and no Node modules. */
const pure = (name, path, allowed = []) => ({
  name,
  severity: 'error',
  comment:
    'Pure code takes everything as an argument, including the time. Only the locale comes from its context.',
  from: { path, pathNot: tests },
  to: { dependencyTypes: [...packages, 'core'], pathNot: allowed.map((item) => `node_modules/${item}/`) },
})

const oneWay = order.flatMap((names, place) =>
  names.map((name) => ({
    name: `feature-order-${name}`,
    severity: 'error',
    comment: `${name} calls only features left of it.`,
    from: { path: `^src/features/${name}/` },
    to: {
      path: '^src/features/',
      pathNot: [name, ...order.slice(0, place).flat()].map((other) => `^src/features/${other}/`),
    },
  })),
)

/** A feature’s pure decisions and shapes, which features right of it may import. */
const shared = '^src/features/[^/]+/(rules/|contract-shapes\\.ts$)'

const server = [
  shared,
  '^src/features/$1/(contract[a-z-]*\\.ts$|rules/|server/)',
  '^src/features/[^/]+/server/public\\.ts$',
  '^src/(database|platform|lib|i18n)/',
  '^src/design/((documents|flyer|email)/|mark-paths|site-name|fonts|theme)',
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    // The generated route tree names the router's type, and the router imports the tree: a cycle of types, not of code.
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: 'routeTree\\.gen' } },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'The file doesn’t exist, or the package is missing from package.json.',
      from: { pathNot: '^src/(router|server|app)\\.tsx?$' },
      to: { couldNotResolve: true, pathNot: '^(virtual:|tanstack-|#|node:)|\\?|routeTree\\.gen' },
    },
    {
      name: 'no-development-package',
      severity: 'error',
      comment: 'Packages that the product imports belong in dependencies.',
      from: { path: '^src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-optional', 'type-only'] },
    },
    {
      name: 'test-only',
      severity: 'error',
      comment: 'Product code never imports a test, or anything that only tests use.',
      from: { path: '^src/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'product-alone',
      severity: 'error',
      comment:
        'The product needs neither the demo, nor the gallery of parts, nor benchmarks. Two files start them.',
      from: { path: '^src/', pathNot: [...tests, '^src/serve\\.ts$', '^src/routes/dev\\.components\\.tsx$'] },
      to: { path: '^(demo|dev|bench)/' },
    },
    {
      name: 'test-support',
      severity: 'error',
      comment: 'Tests next to the code share only tests/support, which imports no other test.',
      from: { path: '^(src|demo|dev|bench|tests/support)/' },
      to: { path: '^tests/', pathNot: '^tests/support/' },
    },
    {
      name: 'telemetry-on-demand',
      severity: 'error',
      comment: 'Without an endpoint for traces, their code isn’t loaded: import it dynamically.',
      from: {
        path: '^src/',
        pathNot: [...tests, '^src/platform/telemetry/(open-telemetry|metric-producer)\\.ts$'],
      },
      to: {
        path: [
          '^src/platform/telemetry/(open-telemetry|metric-producer)\\.ts$',
          '^node_modules/@opentelemetry/',
        ],
        dynamic: false,
      },
    },
    {
      name: 'auth-service',
      severity: 'error',
      comment: 'Use cases import neither the protocol nor the pages that call them.',
      from: {
        path: '^src/features/identity/server/',
        pathNot: [...tests, '^src/features/identity/server/auth-service/'],
      },
      to: { path: '^src/features/identity/server/auth-service/' },
    },
    {
      name: 'own-pages',
      severity: 'error',
      comment:
        'The calls behind our own pages translate errors for them. Use cases and the auth service don’t import that layer.',
      from: {
        path: '^src/features/identity/server/',
        pathNot: [...tests, '^src/features/identity/server/(pages/|(calls|public)\\.ts$)'],
      },
      to: { path: '^src/features/identity/server/pages/' },
    },
    only('i18n', { path: '^src/i18n/' }, ['^src/i18n/']),
    only('lib', { path: '^src/lib/' }, ['^src/(lib|i18n)/']),
    only('platform', { path: '^src/platform/', pathNot: tests }, ['^src/(platform|lib|i18n)/']),
    only('platform-tests', { path: testsBeside.map((end) => `^src/platform/.*${end}`) }, [
      '^src/(platform|lib|i18n|database)/',
    ]),
    only('design', { path: '^src/design/' }, ['^src/(design|lib|i18n)/']),
    only('database', { path: '^src/database/' }, [
      '^src/(database|lib|i18n)/',
      '^src/platform/(config|log)/',
    ]),
    only('rules', { path: `${feature}/rules/` }, ['^src/features/$1/rules/', '^src/(lib|i18n)/']),
    only('contract', { path: `${feature}/contract[a-z-]*\\.ts$` }, [
      '^src/features/$1/contract-[a-z-]+\\.ts$',
      shared,
      '^src/(lib|i18n)/',
      '^src/platform/rpc/contract',
    ]),
    only('server', { path: `${feature}/server/`, pathNot: tests }, server),
    only('server-tests', { path: testsBeside.map((end) => `${feature}/server/.*${end}`) }, [
      ...server,
      '^src/features/[^/]+/server/testing\\.ts$',
    ]),
    only('web', { path: `${feature}/web/` }, [
      shared,
      '^src/features/$1/(contract[a-z-]*\\.ts$|rules/|web/)',
      '^src/(design|lib|i18n)/',
      '^src/platform/rpc/',
    ]),
    only('routes', { path: '^src/routes/' }, [
      '^src/routes/',
      '^src/features/[^/]+/web/',
      '^src/(design|lib|i18n)/',
      '^src/platform/rpc/',
    ]),
    {
      name: 'feature-layout',
      severity: 'error',
      comment:
        'A feature consists of contract.ts (plus contract-shapes.ts and one file per family of calls when it grows), rules/, server/ and web/. Add a new feature to the order.',
      from: { path: '^src/' },
      to: {
        path: '^src/features/',
        pathNot: `^src/features/(${order.flat().join('|')})/(contract[a-z-]*\\.ts$|rules/|server/|web/)`,
      },
    },
    {
      name: 'journeys',
      severity: 'error',
      comment:
        'A journey test uses only what a person can see. It never imports product code, only stand-ins for other services.',
      from: { path: '^tests/journeys/' },
      to: {
        path: '^(src|scripts|bench|tests/(?!journeys/|support/(long-run|printed-port|stripe/(stand-in|payments|parameters|disputes|shapes|errors))))',
      },
    },
    pure('pure-lib', '^src/lib/', ['@lingui/core']),
    pure('pure-rules', `${feature}/rules/`, ['@lingui/core']),
    {
      name: 'contract-packages',
      severity: 'error',
      from: { path: `${feature}/contract[a-z-]*\\.ts$` },
      to: { dependencyTypes: [...packages, 'core'], pathNot: 'node_modules/(zod|@lingui/core)/' },
    },
    ...oneWay,
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
