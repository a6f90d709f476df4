import * as fc from '~tests/support/fast-check'
import { describe, expect, it } from 'vitest'
import { measureLine } from './glyph-advances'
import { CAP_HEIGHT, toPrintedWords, layOutTitle, type TitleLine } from './title-layout'

const word = fc.string({ minLength: 1, maxLength: 14 }).filter((text) => !/\s/.test(text))
const anyTitle = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
const mode = fc.constantFrom('tall', 'flat')
const measure = fc.integer({ min: 60, max: 1200 })
const height = fc.integer({ min: 40, max: 700 })

/** Returns the width of a line of type, interpolated between the anchors of the width axis. */
function measureWidth({ text, size, stretch }: TitleLine): number {
  const [from, to] = stretch <= 100 ? ([75, 100] as const) : ([100, 125] as const)
  const share = (stretch - from) / 25
  return size * (measureLine(text, from) * (1 - share) + measureLine(text, to) * share)
}

describe('printed words', () => {
  it('are upper case and at most nine, with an ellipsis', () => {
    expect(toPrintedWords(' one  two ')).toEqual(['ONE', 'TWO'])
    expect(toPrintedWords('a b c d e f g h i j')).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I…'])
    expect(toPrintedWords('a b c d e f g h i')).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'])
    expect(toPrintedWords('   ')).toEqual(['UNTITLED'])
  })
})

describe('setting a title', () => {
  it('makes every line exactly as wide as the measure', () => {
    fc.assert(
      fc.property(anyTitle, measure, height, mode, (title, width, high, how) => {
        const setting = layOutTitle(title, width, high, how)
        for (const line of setting.lines) expect(measureWidth(line)).toBeCloseTo(setting.measure, 6)
        expect(setting.measure).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('sets a character that is as wide narrow as normal', () => {
    expect(measureLine('`', 75)).toBe(measureLine('`', 100))
    const setting = layOutTitle('`', 60, 700)
    expect(setting.lines.map(({ stretch }) => stretch)).toEqual([100])
    expect(setting.lines.map(measureWidth)).toEqual([expect.closeTo(setting.measure, 6)])
  })

  it('leaves room for marks above and below capitals', () => {
    const plain = (title: string) => {
      const { lines, gap, height: high } = layOutTitle(title, 400, 250)
      return high - gap * (lines.length - 1) - lines.reduce((sum, { size }) => sum + size * CAP_HEIGHT, 0)
    }
    expect(plain('UGUR OZEL')).toBeCloseTo(0, 6)
    expect(plain('İSTANBUL')).toBeGreaterThan(10)
    expect(plain('UĞUR ÖZEL')).toBeGreaterThan(10)
    expect(plain('ŞEN')).toBeGreaterThan(10)
  })

  it('never exceeds its maximum height and stays on the width axis', () => {
    fc.assert(
      fc.property(
        anyTitle,
        measure,
        height,
        mode,
        fc.integer({ min: 0, max: 200 }),
        (title, width, high, how, more) => {
          const setting = layOutTitle(title, width, high, how, high + more)
          expect(setting.height).toBeLessThanOrEqual(high + more)
          for (const { size, stretch } of setting.lines) {
            expect(size).toBeGreaterThan(0)
            expect(stretch).toBeGreaterThanOrEqual(75)
            expect(stretch).toBeLessThanOrEqual(125)
          }
        },
      ),
    )
  })

  it('keeps every word, in order, on at most five lines', () => {
    fc.assert(
      fc.property(anyTitle, measure, height, (title, width, high) => {
        const { lines } = layOutTitle(title, width, high)
        expect(lines.length).toBeLessThanOrEqual(5)
        expect(lines.map((line) => line.text).join(' ')).toBe(toPrintedWords(title).join(' '))
      }),
    )
  })

  it.each(['', 'W', '🎧🎧🎧', 'W'.repeat(500), 'Ночь', '\u{200B}', '\u{D800}'])('sets “%s”', (title) => {
    const { lines, height: high } = layOutTitle(title, 356, 200)
    expect(lines.length).toBeGreaterThan(0)
    expect(high).toBeGreaterThan(0)
    expect(high).toBeLessThanOrEqual(200)
  })

  it('breaks where the block comes closest to the requested height', () => {
    expect(layOutTitle('Every other Tuesday', 356, 240).lines.map((line) => line.text)).toEqual([
      'EVERY',
      'OTHER',
      'TUESDAY',
    ])
    expect(layOutTitle('Every other Tuesday', 900, 80).lines).toHaveLength(1)
  })
})
