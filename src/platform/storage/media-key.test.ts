import { expect, test } from 'vitest'
import { findMediaType, getMediaType } from './media-key'

const set = 'avatars/kq3Zr7-_0123456789abcd'

test('derives the type from the extension', () => {
  expect(findMediaType(`${set}/256.webp`)).toBe('image/webp')
  expect(getMediaType(`${set}/96.avif`)).toBe('image/avif')
})

test.each([
  '',
  set,
  `${set}/`,
  `${set}/256.svg`,
  `${set}/256.webp.part`,
  `${set}/256.webp\n`,
  `${set}/.webp`,
  `${set}/../256.webp`,
  `${set}/../../../secret.webp`,
  'avatars/../../secret/256.webp',
  'avatars/short/256.webp',
  `/${set}/256.webp`,
  `${set}\\256.webp`,
  `${set}/256\u0000.webp`,
  'AVATARS/kq3Zr7-_0123456789abcd/256.webp',
])('%j is not a valid key of a file', (key) => {
  expect(findMediaType(key)).toBeUndefined()
  expect(() => getMediaType(key)).toThrow('is not a valid file key')
})
