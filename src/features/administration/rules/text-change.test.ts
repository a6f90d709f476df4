import { expect, test } from 'vitest'
import { formatTextChange } from './text-change'

test('shows short texts in full', () => {
  expect(formatTextChange('', 'Back at 10.')).toBe('empty → “Back at 10.”')
  expect(formatTextChange('Back at 10.', '')).toBe('“Back at 10.” → empty')
  expect(formatTextChange('Back\n\nat 10.', 'Back at 11.')).toBe('“Back at 10.” → “Back at 11.”')
})

test('shows only the changed part of a long text', () => {
  const rest = 'Tickets are personal. '.repeat(100)
  expect(formatTextChange(`${rest}The fee is 10 %. ${rest}`, `${rest}The fee is 12 %. ${rest}`)).toBe(
    '“…personal. The fee is 10 %. Tickets are pers…” → “…personal. The fee is 12 %. Tickets are pers…”',
  )
  const [was, now] = formatTextChange('a'.repeat(5000), 'b'.repeat(5000)).split(' → ')
  expect([was?.length, now?.length]).toEqual([83, 83])
})
