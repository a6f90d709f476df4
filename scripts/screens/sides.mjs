// A side of the comparison: a build of one commit, its server with its own database, and its browser.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readPrintedPort } from '../../tests/support/printed-port.ts'
import { findProgram, productNode, root, run } from '../project.mjs'

/** Both servers use this as their address because it appears on pages; the browsers map it to the right port. */
export const ADDRESS = 'http://localhost:4000'
const clock = pathToFileURL(join(root, 'scripts', 'screens', 'clock.mjs')).href

/** Builds the commit `ref` and returns its folder, which stays in the temporary folder for the next comparison. */
export async function buildCommit(ref) {
  const commit = execFileSync('git', ['rev-parse', '--verify', `${ref}^{commit}`], {
    encoding: 'utf8',
  }).trim()
  const folder = join(tmpdir(), `back-to-back-screens-${commit.slice(0, 12)}`)
  if (!existsSync(join(folder, 'package.json'))) {
    mkdirSync(folder, { recursive: true })
    const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1024 ** 3 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    const locks = [root, folder].map((one) => readFileSync(join(one, 'package-lock.json'), 'utf8'))
    if (locks[0] === locks[1]) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  }
  await build(folder)
  return folder
}

/** Installs missing packages and builds, unless the build is current. */
export async function build(folder) {
  const code = await run(productNode(), ['scripts/setup.mjs'], { cwd: folder })
  if (code !== 0) throw new Error(`The build in ${folder} failed. See above.`)
}

/** Starts the server and the browser of a side. Both use `now` as the current time until `setTime` is called. */
export async function openSide(chromium, { name, folder, seed, now }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-screens-data-'))
  // Retries the deletion while an interrupted server is still writing files.
  process.once('exit', () =>
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  )
  const server = startServer({ folder, dataDir, seed, now })
  const port = await readPrintedPort(server.child).catch((error) => {
    throw new Error(`The product did not start: ${server.errors}`, { cause: error })
  })
  const browser = await chromium.launch({
    executablePath:
      process.env.CHROMIUM_PATH ?? findProgram('chromium-headless-shell', 'chromium', 'google-chrome'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-lcd-text',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
      `--host-resolver-rules=MAP localhost:4000 127.0.0.1:${port}`,
    ],
  })
  const close = async () => {
    await browser.close()
    server.child.kill('SIGTERM')
    if (server.child.exitCode === null) await once(server.child, 'exit')
  }
  return {
    name,
    dataDir,
    browser,
    contexts: new Map(),
    memory: {},
    close,
    async setTime(time) {
      if (!server.child.connected) throw new Error(`The server (${name}) has stopped. ${server.errors}`)
      server.child.send({ now: time })
      await once(server.child, 'message')
    },
  }
}

function startServer({ folder, dataDir, seed, now }) {
  const node = join(folder, 'node_modules', '.bin', 'node')
  const parameters = [
    // As in scripts/start.mjs; with these flags the product doesn't restart itself, which would close our channel to
    // it.
    '--max-semi-space-size=16',
    '--max-old-space-size=1024',
    '--import',
    clock,
    'scripts/start.mjs',
  ]
  const child = spawn(existsSync(node) ? node : process.execPath, parameters, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      SCREENS_NOW: String(now),
      PORT: '0',
      PUBLIC_URL: ADDRESS,
      DATA_DIR: dataDir,
      // A developer's .env must not affect the screenshots; empty values count as unset.
      DATABASE_URL: '',
      REDIS_URL: '',
      SMTP_URL: '',
      SEED: seed,
      PAYMENTS: 'sandbox',
      LOG_LEVEL: 'error',
    },
  })
  const server = { child, errors: '' }
  child.stderr.setEncoding('utf8').on('data', (text) => (server.errors += text))
  return server
}
