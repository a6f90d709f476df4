import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { productNode } from './tests/journeys/support/product'

// This file is read again in every worker: the first reading decides, the others find it in the environment.
if (process.env['E2E_PORT'] === undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-e2e-'))
  process.env['E2E_PORT'] = freePort()
  process.env['E2E_DATA_DIR'] = join(dataDir, 'served')
  process.env['E2E_TEMPLATE_DIR'] = join(dataDir, 'template')
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
}
const port = process.env['E2E_PORT']
const dataDir = process.env['E2E_DATA_DIR'] ?? ''
const baseURL = `http://localhost:${port}`

const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path))
// Without one, Playwright takes the browser that `npx playwright install chromium` brought.
const executablePath = process.env['CHROMIUM_PATH'] ?? installed

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  // Journeys wait for a third of their time, so three of them keep the two processors of a small machine busy.
  workers: 3,
  retries: 0,
  timeout: 90_000,
  // A wait ends as soon as its condition holds; a short limit only fails journeys on a busy machine.
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    baseURL,
    // A trace of each journey, thrown away when it went well, took a fifth of the time of all. Of a failure stay the page in words and
    // its picture; E2E_TRACE=1 brings the trace.
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    // An element that is still moving makes Playwright scroll the page between its attempts to click; a menu follows a frame later,
    // and the click ends on another item than it began on.
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `exec "${productNode()}" tests/journeys/support/serve.ts`,
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stderr: 'pipe',
    env: {
      PORT: port,
      // People of the journeys come from addresses of their own, see tests/journeys/support/people.ts.
      TRUST_PROXY: 'true',
      PUBLIC_URL: baseURL,
      DATA_DIR: dataDir,
      // A person's own .env must not reach the journeys; an empty value counts as absent.
      DATABASE_URL: '',
      REDIS_URL: '',
      SMTP_URL: '',
      SEED: 'demo',
      PAYMENTS: 'sandbox',
      LOG_LEVEL: 'warn',
    },
  },
})

/** Asked of a short-lived process, because a configuration is read in one go. */
function freePort(): string {
  const code =
    "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"
  return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout.trim()
}
