import { expect, it } from 'vitest'
import { measureLine } from '../glyph-advances'
import { outlineText } from './text-outline'

it.each([75, 100, 125] as const)('matches the width in the advance table at width %i', async (width) => {
  for (const text of ['D', 'DUST', 'NIGHT BUS']) {
    const { advance } = await outlineText(text, { size: 1, weight: 800, width })
    const tracking = -0.012 * (text.length - 1)
    expect(advance + tracking).toBeCloseTo(measureLine(text, width), 2)
  }
})

it('scales with the size and grows with weight and width', async () => {
  const style = { size: 100, weight: 400, width: 100 }
  const { advance } = await outlineText('Receipt', style)
  expect((await outlineText('Receipt', { ...style, size: 200 })).advance).toBeCloseTo(advance * 2, 6)
  expect((await outlineText('Receipt', { ...style, weight: 820 })).advance).toBeGreaterThan(advance)
  expect((await outlineText('Receipt', { ...style, width: 118 })).advance).toBeGreaterThan(advance)
})

it('starts on the baseline at the origin', async () => {
  const { d } = await outlineText('H', { size: 1000, weight: 800, width: 100 })
  const ys = Array.from(d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g), (match) => Number(match[2]))
  expect(Math.max(...ys)).toBe(0)
  expect(Math.min(...ys)).toBeCloseTo(-729, -1)
})

it('finds letters in all files of the font family', async () => {
  const style = { size: 100, weight: 800, width: 100 }
  const block = (await outlineText('Ж', style)).d
  for (const letter of ['Ł', 'ő', 'Ữ']) expect((await outlineText(letter, style)).d).not.toBe(block)
  expect(await outlineText('e\u{301}', style)).toEqual(await outlineText('é', style))
})

it('draws a block for unsupported characters, and nothing for invisible ones', async () => {
  const style = { size: 100, weight: 800, width: 100 }
  const { d, advance } = await outlineText('🎧\u{FE0F}', style)
  expect(advance).toBe((await outlineText('O', style)).advance)
  expect(d.match(/M/g)).toHaveLength(1)
  expect(await outlineText('', style)).toEqual({ d: '', advance: 0 })
})
