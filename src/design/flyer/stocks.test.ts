import { expect, it } from 'vitest'
import { stocks } from '../stock'
import { overprint, stockOf, stockOfGenre, STOCKS, tintClass } from './stocks'

it('gives each genre its own paper, whatever the spelling', () => {
  expect(stockOfGenre('Hard House')).toBe('yellow')
  expect(stockOfGenre('deep_house')).toBe('mint')
  expect(stockOfGenre(' TECHNO ')).toBe('bone')
  expect(stockOfGenre('Gabber')).toBe(stockOf('Gabber'))
})

it('returns the class that tints a page like its flyer', () => {
  expect(tintClass('Dust & Diamonds')).toBe('stock-orange')
  expect(tintClass('Low Ceiling')).toBe('stock-yellow')
})

it('uses every paper', () => {
  const used = new Set(Array.from({ length: 200 }, (_, index) => stockOf(`Night ${index}`)))
  expect(Array.from(used).sort()).toEqual([...stocks].sort())
})

it('multiplies inks as overprinting does', () => {
  expect(overprint('#ffffff', '#2446d8')).toBe('#2446d8')
  expect(overprint('#000000', '#2446d8')).toBe('#000000')
  expect(overprint(STOCKS.orange.hex, '#ffe23d')).toBe('#ff8b10')
})
