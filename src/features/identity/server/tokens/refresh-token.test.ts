import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { findRefreshToken, sealRefreshToken } from './refresh-token'

const secret = 'a secret of the tests, long enough for anybody'

test('parses the session and counter of a refresh token with the secret', () => {
  for (const counter of [0, 1, 4711]) {
    const token = { sessionId: newId(), counter }
    expect(findRefreshToken(sealRefreshToken(token, secret), secret)).toEqual(token)
  }
})

test('refuses forged and changed tokens', () => {
  const token = sealRefreshToken({ sessionId: newId(), counter: 3 }, secret)
  const [id, , signature] = token.split('.')
  for (const other of [
    `${id}.4.${signature}`,
    `${Buffer.alloc(16, 1).toString('base64url')}.3.${signature}`,
    `${id}.3.${'A'.repeat(43)}`,
    `${token}x`,
    sealRefreshToken({ sessionId: newId(), counter: 3 }, 'the secret of another site'),
    '',
    'a.b.c',
  ])
    expect(findRefreshToken(other, secret), other).toBeUndefined()
})
