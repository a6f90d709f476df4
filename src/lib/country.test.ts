import { expect, test } from 'vitest'
import { getCountryName, isCountry, listCountries } from './country'

test('lists the 249 countries of ISO 3166 by name, each with a name of its own', () => {
  const countries = listCountries()
  expect(countries).toHaveLength(249)
  expect(new Set(countries.map(({ name }) => name)).size).toBe(249)
  for (const { code, name } of countries) expect(name).not.toBe(code)
  const germany = countries.findIndex(({ code }) => code === 'DE')
  expect(countries.slice(germany, germany + 2)).toEqual([
    { code: 'DE', name: 'Germany' },
    { code: 'GH', name: 'Ghana' },
  ])
})

test('knows countries by their code in capitals only', () => {
  expect(getCountryName('GB')).toBe('United Kingdom')
  expect(['DE', 'US', 'de', 'EU', 'XX', ''].map(isCountry)).toEqual([true, true, false, false, false, false])
})
