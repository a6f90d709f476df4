import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords'

test.each([
  'password',
  '12345678',
  'PassWord1',
  'iloveyou',
  'qwertyuiop',
  '1q2w3e4r',
  // The word “password” in full-width characters.
  'ｐａｓｓｗｏｒｄ',
  'aaaaaaaaaaaa',
  'abababab',
  '🎧'.repeat(8),
  'abcdefgh',
  'hgfedcba',
  '98765432',
])('A-08 %s is a common password', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each(['slipped-halves', 'correct horse', 'abcdefgx', 'password of mine', 'нож под ёлкой', 'abcabcabc'])(
  'A-08 the uncommon password %s is accepted',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)
