// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { identity } from '~/features/identity/web/queries'
import { takeSent } from './no-network'

test("page tests can't reach the network through any browser API, and an attempt fails the test", async () => {
  await expect(identity.me.call()).rejects.toThrow('a page test may not reach a network')
  expect(() => new XMLHttpRequest().open('POST', '/uploads/1')).toThrow('a page test may not reach a network')
  expect(takeSent()).toEqual([`${window.location.origin}/api/rpc/identity/me`, '/uploads/1'])
})
