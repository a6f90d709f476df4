import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Licenses that allow running the product as a service and passing it on, with their notices.
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
])
// These licenses also require publishing changes to their own files. The product changes none of them.
const ALLOWED_UNCHANGED = new Set(['LGPL-3.0-or-later', 'MPL-2.0'])

interface LockedPackage {
  license?: string
  dev?: boolean
  link?: boolean
}

function readInstalledPackages(): [string, LockedPackage][] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return Object.entries(lock.packages).filter(([path, { dev, link }]) => path !== '' && !dev && !link)
}

/**
 * Returns whether a license expression is allowed: `(MIT OR Apache-2.0)` needs one allowed license, and with AND all
 * must be allowed.
 */
function isAllowed(expression: string): boolean {
  const terms = expression.replaceAll(/[()]/g, '')
  return terms
    .split(' OR ')
    .some((choice) =>
      choice.split(' AND ').every((license) => ALLOWED.has(license) || ALLOWED_UNCHANGED.has(license)),
    )
}

test('each package that the product runs with has a license that the README names', () => {
  const packages = readInstalledPackages()
  expect(packages.length).toBeGreaterThan(100)
  // The package file of png-js has no license field; its LICENSE file is the MIT license.
  const unclear = packages.filter(
    ([path, { license = '' }]) => !isAllowed(license) && path !== 'node_modules/png-js',
  )
  expect(unclear.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  const readme = readFileSync('README.md', 'utf8')
  for (const license of ALLOWED_UNCHANGED) expect(readme).toContain(license)
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['Apache-2.0 AND MIT', true],
  ['AGPL-3.0-only', false],
  ['', false],
])('the license expression %s is allowed: %s', (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected)
})
