import { expect, test } from 'vitest'
import { cleanAddress, findAddressProblem, formatAddress } from './postal-address'

test('cleans each line of an address, and removes empty ones', () => {
  expect(cleanAddress('  Weserstraße 12 \r\n\r\n \t\n12047\u200e Berlin\n')).toBe(
    'Weserstraße 12\n12047 Berlin',
  )
  expect(cleanAddress(' \n\t\n')).toBe('')
})

test('an address has at most 5 lines and 300 characters', () => {
  expect(findAddressProblem('1\n2\n3\n4\n5')).toBeUndefined()
  expect(findAddressProblem('1\n2\n3\n4\n5\n6')).toBe('Use at most 5 lines.')
  expect(findAddressProblem('x'.repeat(300))).toBeUndefined()
  expect(findAddressProblem('x'.repeat(301))).toBe('Use at most 300 characters.')
})

test('formats an address in one line, without doubling its commas', () => {
  expect(formatAddress('Weserstraße 12,\n12047 Berlin')).toBe('Weserstraße 12, 12047 Berlin')
})
