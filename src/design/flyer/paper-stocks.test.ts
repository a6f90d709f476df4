import { expect, it } from 'vitest'
import { stocks } from '../stock'
import { multiplyColors, getPaperStock, getGenrePaperStock, STOCKS, getTintClass } from './paper-stocks'

it('gives each genre its own paper, whatever the spelling', () => {
  expect(getGenrePaperStock('Hard House')).toBe('yellow')
  expect(getGenrePaperStock('deep_house')).toBe('mint')
  expect(getGenrePaperStock(' TECHNO ')).toBe('bone')
  expect(getGenrePaperStock('Gabber')).toBe(getPaperStock('Gabber'))
})

it('returns the class that tints a page like its flyer', () => {
  expect(getTintClass('Dust & Diamonds')).toBe('stock-orange')
  expect(getTintClass('Low Ceiling')).toBe('stock-yellow')
})

it('uses every paper', () => {
  const used = new Set(Array.from({ length: 200 }, (_, index) => getPaperStock(`Night ${index}`)))
  expect(Array.from(used).sort()).toEqual([...stocks].sort())
})

it('multiplies inks as overprinting does', () => {
  expect(multiplyColors('#ffffff', '#2446d8')).toBe('#2446d8')
  expect(multiplyColors('#000000', '#2446d8')).toBe('#000000')
  expect(multiplyColors(STOCKS.orange.hex, '#ffe23d')).toBe('#ff8b10')
})
