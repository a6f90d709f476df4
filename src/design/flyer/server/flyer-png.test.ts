import sharp from 'sharp'
import { expect, it } from 'vitest'
import { STOCKS } from '../paper-stocks'
import { createOutlinedFlyerSvg } from './flyer-outlines'
import { createFlyerPng } from './flyer-png'

it('contains only shapes for any title', async () => {
  for (const title of ['Dust & Diamonds', '<script>alert(1)</script>', '🎧', '', 'Ночь', '\u{0}\u{D800}']) {
    const svg = await createOutlinedFlyerSvg(title, { meta: ['Sat 5 Dec', '<b>'] })
    const names = new Set(Array.from(svg.matchAll(/<([a-z]+)/gi), (match) => match[1]))
    for (const name of names)
      expect(['svg', 'defs', 'clipPath', 'rect', 'g', 'path', 'circle']).toContain(name)
    expect(svg).not.toMatch(/NaN|undefined/)
  }
})

it('is a PNG of the requested size, on the paper of the title, small enough for a link preview', async () => {
  const png = await createFlyerPng('Dust & Diamonds', {
    width: 1200,
    height: 630,
    meta: ['Sat 5 Dec', '23:00'],
  })
  const { format, width, height } = await sharp(png).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  expect(png.length).toBeLessThan(120_000)
  expect(await hexAt(png, 3, 3)).toBe(STOCKS.orange.hex)
})

it('prints no dots of other colors on plain paper', async () => {
  const options = { width: 600, height: 315 }
  for (const title of [
    'Low Ceiling',
    'No Requests',
    'Last Train Cancelled',
    'Basement Weather',
    'Signal and Noise',
  ]) {
    const drawn = await sharp(Buffer.from(await createOutlinedFlyerSvg(title, options)))
      .removeAlpha()
      .raw()
      .toBuffer()
    const printed = await sharp(await createFlyerPng(title, options))
      .removeAlpha()
      .raw()
      .toBuffer()
    let off = 0
    for (let at = 0; at < drawn.length; at += 1)
      if (Math.abs((drawn[at] ?? 0) - (printed[at] ?? 0)) > 24) off += 1
    expect(off / drawn.length, title).toBeLessThan(0.001)
  }
})

it('prints the title in ink', async () => {
  const png = await createFlyerPng('Dust & Diamonds', { width: 1200, height: 630 })
  // The title column, from margin to margin: letters cover about half of it.
  const title = await sharp(png)
    .extract({ left: 35, top: 300, width: 490, height: 250 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  let inked = 0
  for (let at = 0; at < title.data.length; at += title.info.channels) {
    if ((title.data[at] ?? 255) < 60) inked += 1
  }
  const share = inked / (title.info.width * title.info.height)
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.8)
})

async function hexAt(png: Buffer, left: number, top: number): Promise<string> {
  const pixel = await sharp(png).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return `#${pixel.toString('hex')}`
}
