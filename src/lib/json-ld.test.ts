import { expect, test } from 'vitest'
import { serializeJsonLd } from './json-ld'

test("data can't end the script element, and stays unchanged", () => {
  const value = { name: '</script><script>alert(1)</script><!--' }
  expect(serializeJsonLd(value)).not.toContain('<')
  expect(JSON.parse(serializeJsonLd(value))).toEqual(value)
})
