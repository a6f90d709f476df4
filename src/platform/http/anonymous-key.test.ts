import { expect, test } from 'vitest'
import { anonymousKey } from './anonymous-key'

const rules = { isCacheablePath: (path: string) => path === '/events', sessionCookie: 'b2b_session' }
const visitor = { method: 'GET', url: '/events?q=techno', cookie: undefined, authorization: undefined }

test('search, theme and a closed notice make different pages, other cookies do not', () => {
  expect(anonymousKey(visitor, rules)).toEqual({
    key: '  /events?q=techno',
    cookie: '',
    url: '/events?q=techno',
  })
  expect(anonymousKey({ ...visitor, cookie: 'a=b; theme=dark' }, rules)).toEqual({
    key: 'dark  /events?q=techno',
    cookie: 'theme=dark',
    url: '/events?q=techno',
  })
  expect(anonymousKey({ ...visitor, cookie: 'notice=1x9k; theme=dark' }, rules)).toEqual({
    key: 'dark 1x9k /events?q=techno',
    cookie: 'theme=dark; notice=1x9k',
    url: '/events?q=techno',
  })
})

test.each([
  ['/events?utm_source=news&q=techno&UTM_Medium=mail', '/events?q=techno'],
  ['/events?q=techno&fbclid=abc', '/events?q=techno'],
  [`/events?gclid=${'x'.repeat(400)}`, '/events'],
  ['/events?msclkid=1&mc_eid=2&igsh=3', '/events'],
  ['/events?', '/events?'],
  ['/events?q=utm_source&utmost=1', '/events?q=utm_source&utmost=1'],
])('%s is the page %s: tracking parameters are no part of the key', (url, expected) => {
  expect(anonymousKey({ ...visitor, url }, rules)).toEqual({
    key: `  ${expected}`,
    cookie: '',
    url: expected,
  })
})

test.each([
  ['a session', { cookie: 'theme=dark; b2b_session=abc' }],
  ['a session over https', { cookie: 'theme=dark; __Host-b2b_session=abc' }],
  ['a token', { authorization: 'Bearer abc' }],
  ['a change', { method: 'POST' }],
  ['another path', { url: '/customer/dashboard' }],
  ['a very long search', { url: `/events?q=${'x'.repeat(400)}` }],
])('nothing is shared with %s', (_reason, change) => {
  expect(anonymousKey({ ...visitor, ...change }, rules)).toBeUndefined()
})

test('a strange notice is no part of the key', () => {
  expect(anonymousKey({ ...visitor, cookie: 'notice="><script>' }, rules)?.cookie).toBe('')
})

test('a strange theme is no part of the key', () => {
  expect(anonymousKey({ ...visitor, cookie: 'theme="><script>' }, rules)?.cookie).toBe('')
})
