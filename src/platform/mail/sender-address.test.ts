import { expect, test } from 'vitest'
import { addressOf, findContact } from './sender-address'

test('the address of a sender, with a name before it or without', () => {
  expect(addressOf('Back to Back <hello@b2b.example>')).toBe('hello@b2b.example')
  expect(addressOf(' hello@b2b.example ')).toBe('hello@b2b.example')
})

test('people write to where mails come from, as it is set, else as it is configured', () => {
  const configured = 'Back to Back <hello@b2b.example>'
  expect(findContact({ mailSender: '' }, configured)).toBe('hello@b2b.example')
  expect(findContact({ mailSender: 'desk@loom.example' }, configured)).toBe('desk@loom.example')
})

test.each([
  'noreply@b2b.example',
  'No-Reply@b2b.example',
  'do-not-reply@b2b.example',
  'donotreply+a@b2b.example',
])('nobody is told to write to %s', (address) => {
  expect(findContact({ mailSender: address }, 'hello@b2b.example')).toBeUndefined()
  expect(findContact({ mailSender: '' }, `Back to Back <${address}>`)).toBeUndefined()
})

test('a name that only begins alike is one like any other', () => {
  expect(findContact({ mailSender: 'noreplyhall@b2b.example' }, '')).toBe('noreplyhall@b2b.example')
})
