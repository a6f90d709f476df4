import { expect, test } from 'vitest'
import { manyLines } from './multi-line-text'
import { oneLine } from './single-line-text'
import { withoutPiles } from './piled-marks'

const acute = '\u0301'
const below = '\u0316'

test('keeps accents on their letters and cuts off long runs of marks', () => {
  expect(withoutPiles(`Ana${acute}s`)).toBe(`Ana${acute}s`)
  expect(withoutPiles(`o${acute.repeat(30)}`)).toBe(`o${acute.repeat(30)}`)
  expect(withoutPiles(`o${acute.repeat(31)}x${below}`)).toBe(`o${acute.repeat(30)}x${below}`)
})

test('limits marks even if invisible characters separate them', () => {
  const pile = `o${below.repeat(30)}`
  for (const unseen of ['\u200e', '\u202e', '\ufeff', '\u0007', '\u200d', '\u200c'])
    expect(manyLines(`o${(below + unseen).repeat(100)}`).length, JSON.stringify(unseen)).toBeLessThan(70)
  expect(manyLines(`o${(below + '\u200e').repeat(100)}`)).toBe(pile)
  expect(manyLines('👩‍❤️‍💋‍👩')).toBe('👩‍❤️‍💋‍👩')
})

// Regression: each of these blocked the server for at least half a minute, and any visitor could send it.
test.each([
  ['spaces within a line', `a${' '.repeat(900_000)}b`],
  ['accents in an order that has to be sorted', `a${(acute + below).repeat(450_000)}`],
  ['accents around a space', `a${(acute + below + ' ').repeat(300_000)}`],
  ['empty lines', `a${'\n \t'.repeat(300_000)}b`],
])('cleans text of the maximum request size quickly: %s', (_, text) => {
  const before = process.cpuUsage()
  oneLine(text)
  manyLines(text)
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
})
