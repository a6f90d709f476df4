import { expect, test } from 'vitest'
import { resolveRedirect, isOwnAddress } from './redirect-target'

const publicUrl = 'https://b2b.example'
const redirects = [
  'https://app.example/after/**',
  'https://*.preview.example/in/*',
  'https://bare.example',
  'app.back-to-back://signed-in',
  'http://localhost:8081/**',
]
const target = (given: string | null | undefined) => resolveRedirect({ redirects }, publicUrl, given)

test.each([
  'https://b2b.example/',
  'https://b2b.example/events?city=Berlin#list',
  'https://app.example/after/a/b?c=1',
  'https://one.preview.example/in/here',
  'https://bare.example/',
  'app.back-to-back://signed-in',
  'http://localhost:8081/x',
])("allows an app's redirect to %s", (address) => {
  expect(target(address)).toBe(address)
})

test.each([
  undefined,
  null,
  '',
  'events',
  '//evil.example/',
  'https://evil.example/',
  'http://b2b.example/',
  'https://b2b.example.evil.example/',
  'https://b2b.example@evil.example/',
  'https://b2b.example:8443/',
  'https://app.example/before',
  'https://app.example/after/../../else',
  'https://app.example.evil.example/after/x',
  'https://app.example@evil.example/after/x',
  'https://user:password@app.example/after/x',
  'https://evil.example/?.preview.example/in/x',
  'https://evil.example#.preview.example/in/x',
  'https://a.b.preview.example/in/x',
  'https://one.preview.example/in/here/there',
  'https://bare.example/deep',
  'app.back-to-back://signed-in-elsewhere',
  'app.other://signed-in',
  'javascript:alert(1)//https://app.example/after/x',
  'JaVaScRiPt:alert(1)',
  'data:text/html,hello',
  'blob:https://b2b.example/x',
  `https://app.example/after/${'x'.repeat(2000)}`,
])('replaces %s with the home page', (address) => {
  expect(target(address)).toBe(publicUrl)
})

test('a backslash in a redirect URL counts as a slash, as in browsers', () => {
  expect(target(String.raw`https://b2b.example\@evil.example/`)).toBe('https://b2b.example/@evil.example/')
  expect(target(String.raw`https://evil.example\@b2b.example/`)).toBe(publicUrl)
})

test('refuses a javascript: URL even if the operator allows it', () => {
  expect(resolveRedirect({ redirects: ['javascript:**', '**'] }, publicUrl, 'javascript:alert(1)')).toBe(
    publicUrl,
  )
})

test('for a site with a base path, only addresses below that path are its own', () => {
  expect(isOwnAddress('https://b2b.example/house', 'https://b2b.example/house/events')).toBe(true)
  expect(isOwnAddress('https://b2b.example/house', 'https://b2b.example/household')).toBe(false)
})
