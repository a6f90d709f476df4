import { expect, test } from 'vitest'
import { findPageCacheKey } from './page-cache-key'

const rules = { isCacheablePath: (path: string) => path === '/events', sessionCookie: 'b2b_session' }
const visitor = {
  method: 'GET',
  url: '/events?q=techno',
  cookie: undefined,
  acceptLanguage: undefined,
  authorization: undefined,
}

test("search, language, theme and a closed notice have separate keys, other cookies don't", () => {
  expect(findPageCacheKey(visitor, rules)).toEqual({
    key: 'en   /events?q=techno',
    cookie: 'language=en',
    url: '/events?q=techno',
    isDefault: true,
  })
  expect(findPageCacheKey({ ...visitor, cookie: 'a=b; theme=dark' }, rules)).toEqual({
    key: 'en dark  /events?q=techno',
    cookie: 'language=en; theme=dark',
    url: '/events?q=techno',
    isDefault: false,
  })
  expect(findPageCacheKey({ ...visitor, cookie: 'notice=1x9k; theme=dark' }, rules)).toEqual({
    key: 'en dark 1x9k /events?q=techno',
    cookie: 'language=en; theme=dark; notice=1x9k',
    url: '/events?q=techno',
    isDefault: false,
  })
})

test('uses the offered language that the reader chose, otherwise the best one that the browser accepts', () => {
  const getKey = (headers: { cookie?: string; acceptLanguage?: string }) =>
    findPageCacheKey({ ...visitor, ...headers }, rules)
  expect(getKey({ cookie: 'language=en-XA' })).toEqual({
    key: 'en-XA   /events?q=techno',
    cookie: 'language=en-XA',
    url: '/events?q=techno',
    isDefault: false,
  })
  for (const headers of [
    { acceptLanguage: 'fr, de-AT;q=0.8, en;q=0.5' },
    { acceptLanguage: 'ja', cookie: 'language=xx' },
  ])
    expect(getKey(headers)?.cookie).toBe('language=en')
})

test.each([
  ['/events?utm_source=news&q=techno&UTM_Medium=mail', '/events?q=techno'],
  ['/events?q=techno&fbclid=abc', '/events?q=techno'],
  [`/events?gclid=${'x'.repeat(400)}`, '/events'],
  ['/events?msclkid=1&mc_eid=2&igsh=3', '/events'],
  ['/events?', '/events?'],
  ['/events?q=utm_source&utmost=1', '/events?q=utm_source&utmost=1'],
])('%s is the page %s: tracking parameters are ignored', (url, expected) => {
  expect(findPageCacheKey({ ...visitor, url }, rules)).toEqual({
    key: `en   ${expected}`,
    cookie: 'language=en',
    url: expected,
    isDefault: true,
  })
})

test.each([
  ['a session', { cookie: 'theme=dark; b2b_session=abc' }],
  ['a session over https', { cookie: 'theme=dark; __Host-b2b_session=abc' }],
  ['a token', { authorization: 'Bearer abc' }],
  ['a change', { method: 'POST' }],
  ['another path', { url: '/customer/dashboard' }],
  ['a very long search', { url: `/events?q=${'x'.repeat(400)}` }],
])('shares nothing with %s', (_reason, change) => {
  expect(findPageCacheKey({ ...visitor, ...change }, rules)).toBeUndefined()
})

test('ignores an invalid notice cookie', () => {
  expect(findPageCacheKey({ ...visitor, cookie: 'notice="><script>' }, rules)?.cookie).toBe('language=en')
})

test('ignores an invalid theme cookie', () => {
  expect(findPageCacheKey({ ...visitor, cookie: 'theme="><script>' }, rules)?.cookie).toBe('language=en')
})
