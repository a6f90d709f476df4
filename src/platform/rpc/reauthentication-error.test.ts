import { expect, test } from 'vitest'
import { findReauthenticationError, toSendError } from './reauthentication-error'
import { refusal } from '~tests/support/refusal'

test('recognizes a wrong password or code, and one that cannot be checked at the moment', () => {
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

test('the error for a code requested twice within a minute says how long to wait; other errors stay unchanged', () => {
  const early = refusal('TOO_MANY_REQUESTS', 'Too many attempts.', { retryAfterSeconds: 56 })
  expect(toSendError(early).message).toBe('A code was just sent. You can request another in 56 seconds.')
  const last = refusal('TOO_MANY_REQUESTS', 'Too many attempts.', { retryAfterSeconds: 1 })
  expect(toSendError(last).message).toContain('another in 1 second.')
  const hour = refusal('TOO_MANY_REQUESTS', 'Too many attempts. Try again in 40 minutes.', {
    retryAfterSeconds: 2400,
  })
  expect(toSendError(hour).message).toBe('Too many attempts. Try again in 40 minutes.')
  expect(toSendError(new TypeError('offline')).message).toMatch(/^We couldn’t reach the server/)
})
