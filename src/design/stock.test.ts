import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { INK } from './flyer/paper-stocks'
import { emailInk, emailPaper } from './email/email-palette'
import { stockHex, stocks } from './stock'

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** Returns the color of a token in sRGB, as browsers show it (CSS Color 4; channels out of range are clipped). */
function hexOfToken(name: string): string {
  const [, lightness, chroma, hue] = (
    new RegExp(`^ *--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\);`, 'm').exec(tokens) ?? []
  ).map(Number)
  if (lightness === undefined || chroma === undefined || hue === undefined)
    throw new Error(`No token ${name}`)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const channels = linear.map((value) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    const byte = Math.round(Math.min(1, Math.max(0, encoded)) * 255)
    return byte.toString(16).padStart(2, '0')
  })
  return `#${channels.join('')}`
}

test('paper colors in hex match those of tokens.css', () => {
  expect(stockHex).toEqual(Object.fromEntries(stocks.map((stock) => [stock, hexOfToken(`stock-${stock}`)])))
})

test('ink and paper of flyers and emails match tokens.css', () => {
  expect([INK, emailInk, emailPaper]).toEqual([hexOfToken('ink'), hexOfToken('ink'), hexOfToken('paper')])
})
