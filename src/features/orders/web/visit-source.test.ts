// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { findSource, storeVisitSource, readVisitSource } from './visit-source'

const origin = 'https://backtoback.example'
afterEach(() => sessionStorage.clear())

test.each([
  ['/', 'home'],
  ['/dashboard', 'home'],
  ['/events', 'list'],
  ['/events/01a1fbc7-c116-73f4-9959-0d8be57bf3c2', 'list'],
  ['/dashboard/chat/7', 'chat'],
  ['/dj/7', 'profile'],
  ['/discover', 'profile'],
  ['/dashboard/members/7', 'profile'],
  ['/customer/dashboard', 'direct'],
  ['/dashboard/settings', 'direct'],
])('maps %s to %s', (from, source) => {
  expect(findSource(from, 'https://elsewhere.example/', origin)).toBe(source)
  expect(findSource(undefined, origin + from, origin)).toBe(source)
})

test('uses the browser’s referrer when there is no previous page', () => {
  expect(findSource(undefined, '', origin)).toBe('direct')
  expect(findSource(undefined, 'https://social.example/post/7', origin)).toBe('elsewhere')
  expect(findSource(undefined, 'about:client', origin)).toBe('elsewhere')
  expect(findSource(undefined, 'no address', origin)).toBe('direct')
})

test('counts one visit per tab and event', () => {
  expect(storeVisitSource('e1', '/dashboard/chat')).toBe('chat')
  expect(storeVisitSource('e1', '/auth')).toBeUndefined()
  expect(readVisitSource('e1')).toBe('chat')
  expect(storeVisitSource('e2', '/')).toBe('home')
  sessionStorage.setItem('visit:e3', 'mars')
  expect(readVisitSource('e3')).toBeUndefined()
})

test('counts nothing without storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  expect(storeVisitSource('e1', '/')).toBeUndefined()
})
