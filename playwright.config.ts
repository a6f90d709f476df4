import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { productNode } from './tests/journeys/support/product'
import { findFastFolder } from './tests/support/fast-folder'
import { isLongRun } from './tests/support/long-run'

// Every worker loads this file again: the first load picks the values, the others read them from the environment.
if (process.env['E2E_DATA_DIR'] === undefined) {
  const dataDir = mkdtempSync(join(findFastFolder(), 'back-to-back-e2e-'))
  // For the workers, the browsers and the products that journeys start.
  process.env['TMPDIR'] = dataDir
  process.env['E2E_DATA_DIR'] = join(dataDir, 'served')
  process.env['E2E_TEMPLATE_DIR'] = join(dataDir, 'template')
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
}
const dataDir = process.env['E2E_DATA_DIR'] ?? ''

const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path))
// Without it, Playwright uses the browser installed by `npx playwright install chromium`.
const executablePath = process.env['CHROMIUM_PATH'] ?? installed

export default defineConfig({
  testDir: 'tests/journeys',
  ...(!isLongRun && { grepInvert: /@long/ }),
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  // Journeys spend a third of their time waiting, so three workers keep the two cores of a small machine busy.
  workers: 3,
  retries: 0,
  timeout: 90_000,
  // A wait ends as soon as its condition holds; a shorter limit would only fail journeys on a busy machine.
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    // The workers load this file once the server has printed its address.
    baseURL: process.env['E2E_ADDRESS'],
    // Tracing passing journeys took a fifth of the run time. Failures still have the page text and a screenshot;
    // E2E_TRACE=1 adds the trace.
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    // Playwright scrolls the page between attempts to click a moving element. A menu follows one frame later, so the
    // click would end on a different item.
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
    wait: { stdout: /^Back to Back is at (?<e2e_address>\S+)\n/m },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stderr: 'pipe',
    env: {
      PORT: '0',
      // Each person in the journeys has their own IP address, see tests/journeys/support/people.ts.
      TRUST_PROXY: 'true',
      PUBLIC_URL: '',
      DATA_DIR: dataDir,
      // A developer's .env must not affect the journeys; an empty value counts as unset.
      DATABASE_URL: '',
      REDIS_URL: '',
      SMTP_URL: '',
      SEED: 'demo',
      PAYMENTS: 'sandbox',
      LOG_LEVEL: 'warn',
    },
  },
})
