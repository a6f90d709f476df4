import { expect, test } from 'vitest'
import { parseAddress, findContactAddress } from './sender-address'

test("reads a sender's address, with or without a name", () => {
  expect(parseAddress('Back to Back <hello@b2b.example>')).toBe('hello@b2b.example')
  expect(parseAddress(' hello@b2b.example ')).toBe('hello@b2b.example')
})

test('prefers the contact address, then the sender of the settings, then the configured one', () => {
  const configured = 'Back to Back <hello@b2b.example>'
  const contactAddress = 'help@loom.example'
  expect(findContactAddress({ contactAddress, emailSender: 'noreply@loom.example' }, configured)).toBe(
    contactAddress,
  )
  expect(findContactAddress({ contactAddress: '', emailSender: '' }, configured)).toBe('hello@b2b.example')
  expect(findContactAddress({ contactAddress: '', emailSender: 'desk@loom.example' }, configured)).toBe(
    'desk@loom.example',
  )
})

test.each([
  'noreply@b2b.example',
  'No-Reply@b2b.example',
  'do-not-reply@b2b.example',
  'donotreply+a@b2b.example',
])('%s is never offered as a contact', (address) => {
  expect(
    findContactAddress({ contactAddress: '', emailSender: address }, 'hello@b2b.example'),
  ).toBeUndefined()
  expect(
    findContactAddress({ contactAddress: '', emailSender: '' }, `Back to Back <${address}>`),
  ).toBeUndefined()
})

test('accepts an address whose name only begins with noreply', () => {
  expect(findContactAddress({ contactAddress: '', emailSender: 'noreplyhall@b2b.example' }, '')).toBe(
    'noreplyhall@b2b.example',
  )
})
