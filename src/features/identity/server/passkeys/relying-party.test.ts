import { expect, test } from 'vitest'
import { NO_AUTH_FILE } from '~/platform/config/auth-file'
import { getRelyingParty } from './relying-party'

const partyOf = (redirects: string[], publicUrl = 'https://b2b.example') =>
  getRelyingParty({ publicUrl, auth: { ...NO_AUTH_FILE, redirects } })

test('A-08 passkeys work for the host of this site, on its pages and those of its apps', () => {
  expect(partyOf([])).toEqual({ id: 'b2b.example', origins: ['https://b2b.example'] })
  expect(partyOf([], 'http://localhost:3000')).toEqual({
    id: 'localhost',
    origins: ['http://localhost:3000'],
  })
  const android = 'android:apk-key-hash:pNiP5iKyQ8JwgGOaKA1zGPUPJIS-0H1xKCQcfIoGLck'
  expect(partyOf(['https://app.b2b.example/auth/**', 'https://b2b.example/x', android]).origins).toEqual([
    'https://b2b.example',
    'https://app.b2b.example',
    android,
  ])
})

test.each(['https://*.b2b.example/**', 'b2b://signed-in', '**', 'javascript:alert(1)'])(
  'A-08 %s allows no origin to use passkeys',
  (redirect) => {
    expect(partyOf([redirect]).origins).toEqual(['https://b2b.example'])
  },
)
