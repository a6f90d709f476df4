import { expect, test } from 'vitest'
import { createBarPath } from './bar-path'

const place = { x: 10, width: 14.2, floor: 180, pitch: 10.4 }

test('draws one block per unit, stacked', () => {
  expect(createBarPath(2, place)).toBe('M10 170.3h14.2v8.9h-14.2zM10 159.9h14.2v8.9h-14.2z')
})

test('draws a value below one block as a lower, still visible block', () => {
  expect(createBarPath(0.5, place)).toBe('M10 174.8h14.2v4.5h-14.2z')
  expect(createBarPath(0.01, place)).toBe('M10 178.3h14.2v1h-14.2z')
})

test('draws nothing for zero', () => {
  expect(createBarPath(0, place)).toBe('')
})
