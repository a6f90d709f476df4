import { expect, test } from 'vitest'
import { jsonLd } from './json-ld'

test("data can't end the script element, and stays unchanged", () => {
  const value = { name: '</script><script>alert(1)</script><!--' }
  expect(jsonLd(value)).not.toContain('<')
  expect(JSON.parse(jsonLd(value))).toEqual(value)
})
