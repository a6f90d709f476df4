// npm run pictures: takes the pictures of the README from the demo and writes them to docs/pictures.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isInProductNode, root } from './project.mjs'
import { screens } from './screens/screens.mjs'

/** `screen` and `state` as in scripts/screens; `height` cuts the page, in CSS pixels. */
const PICTURES = [
  { file: 'event', screen: 'event', width: 1280, height: 800, theme: 'dark' },
  { file: 'events', screen: 'events', width: 1280, height: 800, theme: 'light' },
  { file: 'booking', screen: 'booking-confirmed', width: 1280, height: 800, theme: 'light' },
  { file: 'chat', screen: 'room', width: 1280, height: 800, theme: 'dark' },
  { file: 'check-in', screen: 'check-in', state: 'search', width: 390, height: 844, theme: 'dark' },
]
const folder = join(root, 'docs', 'pictures')

if (await isInProductNode('scripts/pictures.mjs')) {
  const { chromium } = await import('@playwright/test')
  const { build, openSide } = await import('./screens/sides.mjs')
  await build(root)
  mkdirSync(folder, { recursive: true })
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const side = await openSide(chromium, { name: 'demo', folder: root, seed: 'demo', now })
  try {
    for (const picture of PICTURES) await take(side, picture, now)
  } finally {
    await side.close()
  }
}

async function take(side, { file, screen: name, state, width, height, theme }, now) {
  const { visit } = await import('./screens/visit.mjs')
  const { default: sharp } = await import('sharp')
  const screen = screens.find((one) => one.name === name)
  const wanted = state === undefined ? name : `${name}-${state}`
  let screenshot
  await visit([side], screen, {
    now,
    widths: [1280, 390],
    themes: [theme],
    onStep: (step, { after }) => {
      if (step === wanted) screenshot = after.get(`${width}-${theme}`)
    },
  })
  if (screenshot === undefined) throw new Error(`The screen ${wanted} was not reached.`)
  const full = await sharp(screenshot).metadata()
  const path = join(folder, `${file}.png`)
  await sharp(screenshot)
    .extract({ left: 0, top: 0, width, height: Math.min(height, full.height) })
    .png({ palette: true, quality: 80, effort: 10 })
    .toFile(path)
  console.log(`docs/pictures/${file}.png`)
}
