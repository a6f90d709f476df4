import { expect, test } from 'vitest'
import { jsonLd } from './json-ld'

test('nothing in the data can end the script element, and the data stays the same', () => {
  const value = { name: '</script><script>alert(1)</script><!--' }
  expect(jsonLd(value)).not.toContain('<')
  expect(JSON.parse(jsonLd(value))).toEqual(value)
})
