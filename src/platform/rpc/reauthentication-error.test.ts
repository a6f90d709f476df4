import { expect, test } from 'vitest'
import { findReauthenticationError, sendFault } from './reauthentication-error'
import { refusal } from '~tests/support/refusal'

test('reports a wrong or currently uncheckable password or code; undefined for any other error', () => {
  const words = 'Said so.'
  expect(findReauthenticationError(refusal('WRONG_PASSWORD', words))).toEqual({
    isWrong: true,
    message: words,
  })
  expect(findReauthenticationError(refusal('WRONG_CODE', words))).toEqual({ isWrong: true, message: words })
  expect(findReauthenticationError(refusal('TOO_MANY_REQUESTS', words))).toEqual({
    isWrong: false,
    message: words,
  })
  expect(findReauthenticationError(refusal('BUSY', words))).toEqual({ isWrong: false, message: words })
  expect(findReauthenticationError(refusal('CHANGED', words))).toBeUndefined()
  expect(findReauthenticationError(new TypeError('offline'))).toBeUndefined()
})

test('says when a second code can be requested within the minute; shows other errors as they are', () => {
  const early = refusal('TOO_MANY_REQUESTS', 'Too many attempts.', { retryAfterSeconds: 56 })
  expect(sendFault(early).message).toBe('A code was just sent. You can request another in 56 seconds.')
  const last = refusal('TOO_MANY_REQUESTS', 'Too many attempts.', { retryAfterSeconds: 1 })
  expect(sendFault(last).message).toContain('another in 1 second.')
  const hour = refusal('TOO_MANY_REQUESTS', 'Too many attempts. Try again in 40 minutes.', {
    retryAfterSeconds: 2400,
  })
  expect(sendFault(hour).message).toBe('Too many attempts. Try again in 40 minutes.')
  expect(sendFault(new TypeError('offline')).message).toMatch(/^We couldn’t reach the server/)
})
