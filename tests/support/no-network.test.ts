// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { identity } from '~/features/identity/web/queries'
import { takeSent } from './no-network'

test('a page test reaches no network by any way a page has, and what it sent fails it', async () => {
  await expect(identity.me.call()).rejects.toThrow('a page test may not reach a network')
  expect(() => new XMLHttpRequest().open('POST', '/uploads/1')).toThrow('a page test may not reach a network')
  expect(takeSent()).toEqual([`${window.location.origin}/api/rpc/identity/me`, '/uploads/1'])
})
