import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { getErrorMessage, getFieldErrors, hasErrorCode } from './errors'

test('shows the message of a named error', () => {
  const error = new ORPCError('SOLD_OUT', { message: 'These tickets just sold out.' })
  expect(getErrorMessage(error)).toBe('These tickets just sold out.')
  expect(hasErrorCode(error, 'SOLD_OUT')).toBe(true)
  expect(hasErrorCode(error, 'NOT_FOUND')).toBe(false)
})

test("replaces a proxy's error with our own message", () => {
  for (const code of ['INTERNAL_SERVER_ERROR', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE', 'GATEWAY_TIMEOUT'])
    expect(getErrorMessage(new ORPCError(code)), code).toBe('Something went wrong. Try again.')
})

test('distinguishes a missing response from other errors', () => {
  expect(getErrorMessage(new TypeError('Failed to fetch'))).toBe(
    'We couldn’t reach the server. Check your connection and try again.',
  )
  expect(getErrorMessage('what?')).toBe('Something went wrong. Try again.')
})

test('assigns validation messages to their fields', () => {
  const error = new ORPCError('BAD_REQUEST', {
    data: { fields: [{ path: 'email', message: 'Enter an email' }] },
  })
  expect(getFieldErrors(error)).toEqual({ email: 'Enter an email' })
  const named = new ORPCError('BAD_PROFILE', {
    data: { fields: [{ path: 'socialLinks.2.url', message: 'No' }] },
  })
  expect(getFieldErrors(named)).toEqual({ 'socialLinks.2.url': 'No' })
  expect(getFieldErrors(new ORPCError('NOT_FOUND'))).toEqual({})
  expect(getFieldErrors(new ORPCError('BAD_REQUEST', { data: { fields: 'no' } }))).toEqual({})
})
