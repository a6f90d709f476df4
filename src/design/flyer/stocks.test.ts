import { expect, it } from 'vitest'
import { stocks } from '../stock'
import { overprint, getStock, getGenreStock, STOCKS, getTintClass } from './stocks'

it('gives each genre its own paper, whatever the spelling', () => {
  expect(getGenreStock('Hard House')).toBe('yellow')
  expect(getGenreStock('deep_house')).toBe('mint')
  expect(getGenreStock(' TECHNO ')).toBe('bone')
  expect(getGenreStock('Gabber')).toBe(getStock('Gabber'))
})

it('returns the class that tints a page like its flyer', () => {
  expect(getTintClass('Dust & Diamonds')).toBe('stock-orange')
  expect(getTintClass('Low Ceiling')).toBe('stock-yellow')
})

it('uses every paper', () => {
  const used = new Set(Array.from({ length: 200 }, (_, index) => getStock(`Night ${index}`)))
  expect(Array.from(used).sort()).toEqual([...stocks].sort())
})

it('multiplies inks as overprinting does', () => {
  expect(overprint('#ffffff', '#2446d8')).toBe('#2446d8')
  expect(overprint('#000000', '#2446d8')).toBe('#000000')
  expect(overprint(STOCKS.orange.hex, '#ffe23d')).toBe('#ff8b10')
})
