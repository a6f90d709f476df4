import { array, assert, constantFrom, property } from '~tests/support/fast-check'
import { describe, expect, test } from 'vitest'
import { canOpenPath, findLocalPath, getHomePath, getLandingPath } from './home-path'
import { randomRuns } from '~tests/support/random-runs'

describe('R-10 landing page', () => {
  test.each([
    [['admin', 'user'], '/admin'],
    [['customer'], '/customer/dashboard'],
    [['user'], '/dashboard'],
    [['moderator', 'user'], '/dashboard'],
    [['customer', 'user'], '/dashboard'],
    [[], '/dashboard'],
  ] as const)('a person with the roles %j lands on %s', (roles, path) => {
    expect(getHomePath(roles)).toBe(path)
  })

  test('opens the requested page if the person may open it, otherwise their home page', () => {
    expect(getLandingPath(['customer'], '/events/1?ga=2#tickets')).toBe('/events/1?ga=2#tickets')
    expect(getLandingPath(['admin'], '/admin/users')).toBe('/admin/users')
    expect(getLandingPath(['user'], '/admin/users')).toBe('/dashboard')
    expect(getLandingPath(['user'], '/ADMIN?x')).toBe('/dashboard')
  })

  test('every signed-in person may open every page except the admin pages', () => {
    expect(canOpenPath('/administrators', [])).toBe(true)
    expect(canOpenPath('/admin#x', ['moderator'])).toBe(false)
  })
})

describe('targets on other sites', () => {
  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'events',
    '',
    '/auth',
    '/auth?next=/x',
    '/auth/reset?token=1',
    '/api/rpc/x',
    `/${'a'.repeat(3000)}`,
  ])('refuses %j', (next) => {
    expect(findLocalPath(next)).toBeUndefined()
  })

  test('every accepted redirect target stays on the same origin when resolved twice', () => {
    const piece = constantFrom('/', '\\', '.', '..', '@', ':', 'evil.example', '?', '#', '%2f', '\n', 'a')
    assert(
      property(array(piece, { maxLength: 12 }), (pieces) => {
        const path = findLocalPath(pieces.join(''))
        if (path === undefined) return
        const once = new URL(path, 'https://b2b.example')
        expect(once.origin).toBe('https://b2b.example')
        expect(new URL(once.pathname, 'https://b2b.example').origin).toBe('https://b2b.example')
      }),
      { numRuns: randomRuns(2000) },
    )
  })
})
