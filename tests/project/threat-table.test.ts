import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const decision = readFileSync('docs/adr/0020-auth-service.md', 'utf8')
const rows = decision
  .slice(decision.indexOf('**Threats.**'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:who +\||-)/.test(line))

test('every threat in the table has a defense and an existing test', () => {
  expect(rows.length).toBeGreaterThan(20)
  for (const row of rows) {
    const [, attacker, attack, defense, tests = ''] = row.split('|').map((cell) => cell.trim())
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    expect(
      [attacker, attack, defense].every((cell) => cell !== ''),
      row,
    ).toBe(true)
    expect(named.length, row).toBeGreaterThan(0)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  }
})

test('authentication packages are pinned to exact versions', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of ['jose', 'openid-client', '@simplewebauthn/server', '@node-saml/node-saml', 'otpauth']) {
    expect(decision).toContain(`\`${name}\``)
    expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/)
  }
})
