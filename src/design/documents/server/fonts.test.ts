import { beforeAll, expect, test } from 'vitest'
import { loadFonts, splitBySubset } from './fonts'

let fonts: Awaited<ReturnType<typeof loadFonts>>
beforeAll(async () => {
  fonts = await loadFonts()
})

test.each([
  ['Weserstraße 12, 12047 Berlin – “Łódź” €5', ['latin', 'latin-ext', 'latin']],
  ['Παπαδόπουλος ΑΕ', ['greek', 'latin', 'greek']],
  ['Иван Петров', ['cyrillic', 'latin', 'cyrillic']],
])('every letter of %s is in the font of its run', (text, subsets) => {
  const runs = splitBySubset(text)
  expect(new Set(runs.map(({ subset }) => subset))).toEqual(new Set(subsets))
  for (const run of runs)
    for (const character of run.text)
      expect(
        fonts.get(`bold/${run.subset}`)?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
        character,
      ).toBe(true)
  expect(runs.map((run) => run.text).join('')).toBe(text)
})

test('a character without a font becomes a question mark', () => {
  expect(splitBySubset('東京 GmbH 🎛')).toEqual([{ text: '?? GmbH ?', subset: 'latin' }])
})
