import { expect, test } from 'vitest'
import { textChange } from './text-change'

test('shows short texts in full', () => {
  expect(textChange('', 'Back at 10.')).toBe('empty → “Back at 10.”')
  expect(textChange('Back at 10.', '')).toBe('“Back at 10.” → empty')
  expect(textChange('Back\n\nat 10.', 'Back at 11.')).toBe('“Back at 10.” → “Back at 11.”')
})

test('shows the part of a long text that changed', () => {
  const rest = 'Tickets are personal. '.repeat(100)
  expect(textChange(`${rest}The fee is 10 %. ${rest}`, `${rest}The fee is 12 %. ${rest}`)).toBe(
    '“…personal. The fee is 10 %. Tickets are pers…” → “…personal. The fee is 12 %. Tickets are pers…”',
  )
  const [was, now] = textChange('a'.repeat(5000), 'b'.repeat(5000)).split(' → ')
  expect([was?.length, now?.length]).toEqual([83, 83])
})
