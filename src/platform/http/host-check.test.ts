import { expect, test } from 'vitest'
import { createHostCheck } from './host-check'

test.each([
  ['localhost:3000', true],
  ['app.localhost', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['192.168.1.5', true],
  ['demo.example', true],
  ['rebound.example:3000', false],
  ['localhost.rebound.example', false],
  ['demo.example.rebound.example', false],
  ['', false],
  [undefined, false],
])('whether the Host header %s is accepted: %s', (host, isOwn) => {
  expect(createHostCheck('https://demo.example')(host)).toBe(isOwn)
})
