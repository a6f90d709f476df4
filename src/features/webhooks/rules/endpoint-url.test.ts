import { expect, test } from 'vitest'
import { findUrlProblem } from './endpoint-url'

test('accepts https addresses, with a port, a path and a query', () => {
  expect(findUrlProblem('https://hooks.example:8443/b2b?team=1', false)).toBeUndefined()
})

test('refuses other schemes, credentials and fragments', () => {
  for (const url of [
    'http://hooks.example',
    'ftp://hooks.example',
    'hooks.example',
    '',
    'javascript:alert(1)',
  ])
    expect(findUrlProblem(url, false), url).toBe('Enter an address that starts with https://.')
  expect(findUrlProblem('https://me:pass@hooks.example', false)).toMatch(/user name and password/u)
  expect(findUrlProblem('https://hooks.example/#part', false)).toMatch(/after #/u)
})

test('accepts http only where private addresses are allowed', () => {
  expect(findUrlProblem('http://localhost:4000/hook', true)).toBeUndefined()
  expect(findUrlProblem('ftp://localhost', true)).toBe('Enter an address that starts with https://.')
})
