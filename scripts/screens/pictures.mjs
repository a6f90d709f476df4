// Takes screenshots of a settled page and compares them pixel by pixel.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const HEIGHTS = { 1280: 900, 390: 844 }
const QUIET_MS = 100
const SETTLE_MS = 20_000

/** Tracks pending requests of a page, except the live stream, which never ends. */
export function watchRequests(page) {
  const open = new Set()
  page.on('request', (request) => {
    if (!request.url().includes('/api/live') && request.url().startsWith('http')) open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => open.delete(request))
  return open
}

/** Waits until the page works, has loaded everything and no longer changes. */
export async function settle(page, requests) {
  const end = performance.now() + SETTLE_MS
  while (performance.now() < end) {
    await page.waitForLoadState('load')
    // A navigation stops the page's scripts; the loop then checks the next page.
    const isQuiet = await page.evaluate(waitForQuiet, QUIET_MS).catch(failUnlessNavigated)
    if (isQuiet && requests.size === 0) return
  }
  throw new Error(
    `${page.url()} does not settle. It waits for ${[...requests].map((one) => one.url()).join(', ') || 'itself'}`,
  )
}

function failUnlessNavigated(error) {
  if (!/context was destroyed|Cannot find context/.test(error.message)) throw error
  return false
}

/**
 * Runs in the page: loads the images below the fold. True when React works, nothing is loading and nothing changed for
 * `ms`.
 */
async function waitForQuiet(ms) {
  for (const image of document.querySelectorAll('img[loading=lazy]')) image.loading = 'eager'
  let changes = 0
  const observer = new MutationObserver(() => (changes += 1))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  await new Promise((resolve) => setTimeout(resolve, ms))
  await document.fonts.ready
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  observer.disconnect()
  const main = document.querySelector('main')
  const isStatic = document.querySelector('script[type=module]') === null
  const isHydrated = isStatic || (main !== null && Object.keys(main).some((key) => key.startsWith('__react')))
  return isHydrated && changes === 0 && document.querySelector('[aria-busy=true]') === null
}

/** Scrolls through the page and back to the top, because flyers render when they come into view. */
export async function scrollThrough(page) {
  await page.evaluate(async () => {
    if (scrollY > 0) return
    for (let top = innerHeight; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
}

export const resize = (page, width) => page.setViewportSize({ width, height: HEIGHTS[width] })

/** Returns screenshots of the current page by `width-theme`. */
export async function takeScreenshots(page, requests, { widths, themes, mask }) {
  const pictures = new Map()
  // Moves the mouse away from controls, whose hover state could differ between the sides.
  await page.mouse.move(0, 0)
  for (const width of widths) {
    await resize(page, width)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await settle(page, requests)
      const picture = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', mask })
      pictures.set(`${width}-${theme}`, picture)
    }
  }
  return pictures
}

/** Returns the share of different pixels, from 0 to 1. Excess area of the larger picture counts as different. */
export async function compare(before, after) {
  if (before.equals(after)) return { share: 0 }
  const [one, other] = await Promise.all([before, after].map(readPixels))
  const width = Math.max(one.width, other.width)
  const height = Math.max(one.height, other.height)
  const difference = Buffer.alloc(width * height * 3, 255)
  let count = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const a = pixelAt(one, x, y)
      const b = pixelAt(other, x, y)
      const target = (y * width + x) * 3
      if (a === b) difference.fill(200 + ((a >>> 16) & 255) / 5, target, target + 3)
      else {
        count += 1
        difference[target + 1] = 0
        difference[target + 2] = 0
      }
    }
  return { share: count / (width * height), difference, width, height }
}

async function readPixels(picture) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function pixelAt({ data, width, height }, x, y) {
  return x < width && y < height ? data.readUIntBE((y * width + x) * 3, 3) : -1
}

/** Writes the screenshot and, if it differs, the earlier one and the difference. */
export async function writePictures(folder, name, { before, after, result }) {
  writeFileSync(join(folder, `${name}.png`), after)
  if (!result?.difference) return
  writeFileSync(join(folder, `${name}.before.png`), before)
  const { difference, width, height } = result
  await sharp(difference, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(join(folder, `${name}.difference.png`))
}
