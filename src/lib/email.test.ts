import { expect, test } from 'vitest'
import { getEmailLimitKey, isEmail, normalizeEmail } from './email'

test.each(['a@b.co', 'hanna.wolff+x@wolff.example', "o'neil@sub.d-j.example", 'jörg@müller.example'])(
  '%s is a valid email address',
  (email) => {
    expect(isEmail(email)).toBe(true)
  },
)

test.each([
  '',
  'a',
  'a@',
  '@b.co',
  'a@b',
  'a b@c.co',
  'a@b..co',
  '.a@b.co',
  'a@-b.co',
  'a@b.co\r\nBcc: x@y.co',
  'a@b.co, c@d.co',
  '<a@b.co>',
  `${'a'.repeat(65)}@b.co`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.co`,
])('A-01 %j is not an address', (email) => {
  expect(isEmail(email)).toBe(false)
})

test('normalizes case, spaces and character width of an email address', () => {
  expect(normalizeEmail('  Hanna@WOLFF.example ')).toBe('hanna@wolff.example')
  expect(normalizeEmail('ｈanna@wolff.example')).toBe('hanna@wolff.example')
})

test.each([
  ['kit@paper.example', 'kit@paper.example'],
  ['kit+a+b@paper.example', 'kit@paper.example tagged'],
])('emails to %s count toward the limit of “%s”', (address, subject) =>
  expect(getEmailLimitKey(address)).toBe(subject),
)
