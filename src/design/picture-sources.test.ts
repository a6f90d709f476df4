import { expect, test } from 'vitest'
import { getPictureSources } from './picture-sources'

const set = '/media/avatars/kq3Zr7-_0123456789abcd'

test('lists six files for a picture that the site hosts', () => {
  expect(getPictureSources(`${set}/256.webp`)).toEqual({
    avif: `${set}/96.avif 96w,${set}/256.avif 256w,${set}/640.avif 640w`,
    webp: `${set}/96.webp 96w,${set}/256.webp 256w,${set}/640.webp 640w`,
  })
})

test.each([
  '/photo.webp',
  `${set}/640.webp`,
  `${set}/256.webp?v=2`,
  `https://elsewhere.example${set}/256.webp`,
  '/media/avatars/a,b 2x/256.webp',
  'data:image/webp;base64,AAAA',
])('lists no files for the address %s', (url) => {
  expect(getPictureSources(url)).toBeUndefined()
})
