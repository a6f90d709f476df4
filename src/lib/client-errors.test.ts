import { describe, expect, test } from 'vitest'
import { getErrorKind, isFromExtension, stripPersonalData } from './client-errors'

const TOKEN = 'q8Zt3vYw0LxkN5rB2mJd7HsPaUcFgEiO9T1XyKzVbQ4'

describe('stripPersonalData', () => {
  test.each([
    ['an email', 'No person mara.voss+b2b@mail.example here', 'No person [email] here'],
    ['an international email', 'No josé@café.example', 'No [email]'],
    ['an id', 'event 018cc251-0000-7000-8000-00000000DEAD is missing', 'event [id] is missing'],
    ['a token', `token ${TOKEN} is used`, 'token [token] is used'],
    [
      'an access token',
      `Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0abc.${TOKEN}`,
      'Bearer [token].[token].[token]',
    ],
    ['a phone number', 'sent to +49 (151) 234-56789.', 'sent to [number].'],
    ['a code', 'wrong code 123456', 'wrong code [number]'],
    [
      'quoted text',
      'Unexpected token \'H\', "Hello Mara" is not JSON',
      'Unexpected token \'H\', "…" is not JSON',
    ],
    ['the query of a relative address', '/auth/verify?token=abc failed', '/auth/verify failed'],
    ['the path of an address', 'at https://b2b.example/tickets/abc?x=1#y', 'at https://b2b.example/…'],
    [
      'an address with an id',
      'GET /api/v1/events/018cc251-0000-7000-8000-00000000dead',
      'GET /api/v1/events/[id]',
    ],
    ['embedded data', 'at data:text/javascript;base64,bWFyYQ==:1:2', 'at [data]'],
    ['a name and password in an address', 'https://mara:secret@b2b.example/x', 'https://b2b.example/…'],
  ])('removes %s', (_, text, stripped) => {
    expect(stripPersonalData(text)).toBe(stripped)
  })

  test('removes the query of a script in a stack and leaves its name and position', () => {
    const stack = [
      'TypeError: x is not a function',
      '    at render (https://b2b.example/assets/use-reload-on-site-name-change-D1k9xQ2z.js?v=secret:1:104532)',
      '    at https://b2b.example/tickets/abc:7:9',
      'render@https://b2b.example/assets/base-B7.js?v=secret#hash:12:34',
    ].join('\n')
    expect(stripPersonalData(stack)).toBe(
      [
        'TypeError: x is not a function',
        '    at render (https://b2b.example/assets/use-reload-on-site-name-change-D1k9xQ2z.js:1:104532)',
        '    at https://b2b.example/…:7:9',
        'render@https://b2b.example/assets/base-B7.js:12:34',
      ].join('\n'),
    )
  })

  test.each([
    "Cannot read properties of undefined (reading 'sections')",
    `can't access property "sections", text is undefined`,
    'Minified React error #418; HTML',
    'the function useReloadOnSiteNameChange failed after 1500 ms',
    'Failed to fetch dynamically imported module: https://b2b.example/assets/terms-D1k9xQ2z.js',
  ])('leaves %s unchanged', (text) => {
    expect(stripPersonalData(text)).toBe(text)
  })
})

test.each(['.js', '@', '"', ' ', ':1', '/', '1', ''])(
  'takes linear time for a long text that ends in “%s”',
  (end) => {
    // The texts are longer than any allowed error report. If stripping them took quadratic time, the test would time
    // out.
    for (const part of ['a', '-', '1', 'a@', '"', ':1', '/a.', '+1 ', 'https://', 'data:'])
      expect(stripPersonalData(part.repeat(100_000) + end).length).toBeLessThan(1_000_000)
  },
)

test('two errors are the same kind if their name and first frame are', () => {
  const frame = 'at pay (https://b2b.example/assets/base.js:1:2)'
  const error = {
    name: 'TypeError',
    message: 'first',
    stack: `TypeError: first\n    ${frame}\n    at b.js:1:2`,
  }
  expect(getErrorKind(error)).toBe(`TypeError ${frame}`)
  expect(getErrorKind({ ...error, message: 'second', stack: frame })).toBe(getErrorKind(error))
  expect(getErrorKind({ ...error, name: 'RangeError' })).not.toBe(getErrorKind(error))
  expect(getErrorKind({ ...error, stack: '' })).toBe('TypeError first')
})

test('recognizes scripts of browser extensions', () => {
  for (const scheme of ['chrome-extension', 'moz-extension', 'safari-web-extension'])
    expect(isFromExtension(`at ${scheme}://abc/content.js:1:2`)).toBe(true)
  expect(isFromExtension('at https://b2b.example/assets/extension.js:1:2')).toBe(false)
})
