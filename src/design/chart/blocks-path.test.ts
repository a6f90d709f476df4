import { expect, test } from 'vitest'
import { blocksPath } from './blocks-path'

const place = { x: 10, width: 14.2, floor: 180, pitch: 10.4 }

test('one block per unit, each above the other', () => {
  expect(blocksPath(2, place)).toBe('M10 170.3h14.2v8.9h-14.2zM10 159.9h14.2v8.9h-14.2z')
})

test('what is less than a block is a lower one, and can always be seen', () => {
  expect(blocksPath(0.5, place)).toBe('M10 174.8h14.2v4.5h-14.2z')
  expect(blocksPath(0.01, place)).toBe('M10 178.3h14.2v1h-14.2z')
})

test('nothing is nothing', () => {
  expect(blocksPath(0, place)).toBe('')
})
