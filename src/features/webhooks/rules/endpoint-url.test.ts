import { expect, test } from 'vitest'
import { findUrlProblem } from './endpoint-url'

const INCOMPLETE = 'Enter a whole address, such as https://hooks.example.com/b2b.'
const INSECURE = 'The address must start with https://.'
const PRIVATE = 'Use a public host name, such as hooks.example.com.'

test('accepts https addresses, with a port, a path and a query', () => {
  for (const url of [
    'https://hooks.example:8443/b2b?team=1',
    'https://localhost.example',
    'https://1.example',
    'https://hooks.internal.example',
    'https://müller.example',
  ])
    expect(findUrlProblem(url, false), url).toBeUndefined()
})

test.each(['', 'not a url', 'hooks.example', 'https://', '/hooks'])(
  'asks for a whole address instead of “%s”',
  (url) => expect(findUrlProblem(url, false)).toBe(INCOMPLETE),
)

test.each(['http://hooks.example', 'ftp://hooks.example', 'javascript:alert(1)'])(
  'refuses %s, which does not start with https://',
  (url) => expect(findUrlProblem(url, false)).toBe(INSECURE),
)

test('refuses credentials and fragments', () => {
  expect(findUrlProblem('https://me:pass@hooks.example', false)).toMatch(/user name and password/u)
  expect(findUrlProblem('https://hooks.example/#part', false)).toMatch(/after #/u)
})

test.each([
  '127.0.0.1:9',
  '8.8.8.8',
  '2130706433',
  '0x7f.1',
  '127.0.0.1.',
  '[::1]',
  '[2001:db8::1]:8443',
  'example',
  'example.',
  'localhost',
  'LOCALHOST.',
  'hooks.localhost',
  'printer.local',
  'printer.local.',
  'hooks.internal',
])('refuses %s, which is not a public host name', (host) => {
  expect(findUrlProblem(`https://${host}/hook`, false)).toBe(PRIVATE)
})

test('accepts http and private hosts only where private addresses are allowed', () => {
  for (const url of [
    'http://localhost:4000/hook',
    'http://127.0.0.1:4000',
    'https://[::1]',
    'http://receiver',
  ])
    expect(findUrlProblem(url, true), url).toBeUndefined()
  expect(findUrlProblem('ftp://localhost', true)).toBe(INSECURE)
})
