import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from '@playwright/test'

/** Opens Debian's Chromium if installed, otherwise Playwright's. */
export function openBrowser(): Promise<Browser> {
  const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => `/usr/bin/${name}`)
    .find((path) => existsSync(path))
  const executablePath = process.env['CHROMIUM_PATH'] ?? installed
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
}

export interface Visit {
  /** Compressed with brotli. */
  scriptBytes: number
  fontBytes: number
  /** Cumulative layout shift, excluding shifts after user input. */
  layoutShift: number
  /** Script and hydration errors reported by the page. */
  problems: string[]
}

/** Opens the URL with an empty cache, waits for network idle, then scrolls to the end and back. */
export async function visit(page: Page, url: string): Promise<Visit> {
  const addresses = new Set<string>()
  const problems: string[] = []
  page.on('request', (request) => {
    if (['script', 'font'].includes(request.resourceType())) addresses.add(request.url())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.addInitScript(() => {
    const seen = { sum: 0 }
    Object.assign(globalThis, { layoutShift: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) seen.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    scrollTo(0, 0)
  })
  await page.waitForTimeout(500)
  const layoutShift = await page.evaluate(
    () => (globalThis as unknown as { layoutShift: { sum: number } }).layoutShift.sum,
  )
  let scriptBytes = 0
  let fontBytes = 0
  for (const address of addresses) {
    const bytes = await sizeOf(address)
    if (address.split('?', 1)[0]?.endsWith('.woff2')) fontBytes += bytes
    else scriptBytes += bytes
  }
  return { scriptBytes, fontBytes, layoutShift, problems }
}

// Browsers request brotli only over HTTPS, so the sizes are requested separately.
async function sizeOf(address: string): Promise<number> {
  const response = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return Number(response.headers.get('content-length'))
}
