// What the scripts share. Plain JavaScript for any Node >= 20, since set-up runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

export const bin = (name) => join(root, 'node_modules', '.bin', name)

/** The Node that the product is made for: the one from npm where there is one, else the person's own. */
export function productNode() {
  return existsSync(bin('node')) ? bin('node') : process.execPath
}

/** With the packages' programs first, as npm does it. */
export function environment(more = {}) {
  return {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    ...more,
  }
}

/** Runs a program and answers its exit code; signals that end us are passed on, so that it can stop cleanly. */
export function run(program, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: 'inherit', env: environment(), ...options })
    // Ctrl-C in a terminal reaches the child by itself, and a second one would end it before it has stopped cleanly.
    const pass = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal)
    process.on('SIGINT', pass).on('SIGTERM', pass)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}

/** Like `run`, but quiet: answers what it printed. */
export function capture(program, parameters, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(),
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

/** Where `program` is, looking through PATH. */
export function findProgram(...names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter))
      if (folder && existsSync(join(folder, name))) return join(folder, name)
  return undefined
}

/** A fingerprint of everything that a build is made from: paths, sizes and times, read in some 10 ms. */
export function sourceMark() {
  const hash = createHash('sha256')
  const add = (path) => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  for (const file of ['package-lock.json', 'tsconfig.json', 'vite.config.ts']) add(file)
  for (const folder of ['src', 'public'].filter((name) => existsSync(name)))
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

/** Bundles one TypeScript file of ours and returns the file to run or import. Packages stay outside, except as in vite.config.ts. */
export async function bundle(entry, name) {
  return (await bundleAll({ main: entry }, name)).main
}

/** The same for several files that share what they import: `entries` and the result are by name. */
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

/** Reads .env, which never overrides what the shell has set. */
export function loadEnvironmentFile() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/**
 * Goes on in the product's own Node when this is another one: the shell that ran set-up may remember where `node` was
 * before the packages brought theirs. Answers false when this process is only the messenger and has ended.
 */
export async function isInProductNode(script) {
  const wanted = spawnSync(productNode(), ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (!wanted || wanted === process.version) return true
  process.exitCode = await run(productNode(), [script, ...process.argv.slice(2)])
  return false
}
