// Shared code of the scripts. Plain JavaScript for Node >= 20, because setup runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

export const bin = (name) => join(root, 'node_modules', '.bin', name)

/** Returns the Node to run the product with: the one installed by npm if there is one, otherwise the current one. */
export function productNode() {
  return existsSync(bin('node')) ? bin('node') : process.execPath
}

/** Returns the environment with the packages' programs first in PATH, as npm does. */
export function buildEnvironment(more = {}) {
  return {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    ...more,
  }
}

/**
 * Runs a program and returns its exit code. Signals to this process are forwarded, so that the program can stop
 * cleanly.
 */
export function run(program, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: 'inherit', env: buildEnvironment(), ...options })
    // In a terminal, Ctrl-C already reaches the child; a second signal would end it before it has stopped cleanly.
    const pass = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal)
    process.on('SIGINT', pass).on('SIGTERM', pass)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}

/** Like `run`, but without output: returns what it printed. */
export function capture(program, parameters, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: buildEnvironment(),
      ...options,
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

export function findProgram(...names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter))
      if (folder && existsSync(join(folder, name))) return join(folder, name)
  return undefined
}

/** Returns a hash of all build inputs (paths, sizes and times), computed in about 10 ms. */
export function sourceMark() {
  const hash = createHash('sha256')
  const add = (path) => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  for (const file of ['package-lock.json', 'tsconfig.json', 'vite.config.ts']) add(file)
  for (const folder of ['src', 'demo', 'dev', 'public'].filter((name) => existsSync(name)))
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$|routeTree\.gen\.ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .toSorted())
      add(file)
  return hash.digest('hex')
}

export const buildMark = join(root, 'dist', 'built-from')

export function isBuilt() {
  return (
    existsSync(join(root, 'dist', 'server', 'server.js')) &&
    existsSync(buildMark) &&
    readFileSync(buildMark, 'utf8') === sourceMark()
  )
}

/**
 * Bundles one of our TypeScript files and returns the file to run or import. Packages stay external, except as in
 * vite.config.ts.
 */
export async function bundle(entry, name) {
  return (await bundleAll({ main: entry }, name)).main
}

/** Bundles several files that share imports; `entries` and the result are keyed by name. */
export async function bundleAll(entries, name) {
  const [{ build }, { messages }] = await Promise.all([import('vite'), import('./messages-plugin.ts')])
  const outDir = join(root, 'dist', name)
  rmSync(outDir, { recursive: true, force: true })
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: messages,
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: [/^@react-email\//] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      sourcemap: true,
      rolldownOptions: { input: entries, output: { entryFileNames: '[name].js' } },
    },
  })
  const addressOf = (entry) => pathToFileURL(join(outDir, `${entry}.js`)).href
  return Object.fromEntries(Object.keys(entries).map((entry) => [entry, addressOf(entry)]))
}

/** The command-line programs of the product. The build bundles them too, for images without sources. */
export const commands = {
  backup: 'src/backup/command.ts',
  identity: 'src/features/identity/server/command.ts',
}

/** Imports a command. Bundles its sources now or, in an image without sources, uses the bundle from the build. */
export async function importCommand(name) {
  return import(
    existsSync(join(root, commands[name]))
      ? await bundle(commands[name], `command-${name}`)
      : pathToFileURL(join(root, 'dist', 'commands', `${name}.js`)).href
  )
}

/** Reads .env, which never overrides variables set in the shell. */
export function loadEnvironmentFile() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/**
 * Restarts the script in the product's own Node if the current Node is another one, because the shell that ran setup
 * may have cached the path of `node`. Returns false when the child process has run the script instead.
 */
export async function isInProductNode(script) {
  const wanted = spawnSync(productNode(), ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (!wanted || wanted === process.version) return true
  process.exitCode = await run(productNode(), [script, ...process.argv.slice(2)])
  return false
}
