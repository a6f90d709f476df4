import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const map = readFileSync('docs/spec-map.md', 'utf8')
const rows = map
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| section') && !line.startsWith('|---'))

test('every path in the specification map exists', () => {
  const paths = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test('every section of the specification is on the map', () => {
  for (const section of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    expect(
      rows.some((row) => row.startsWith(`| ${section} `)),
      `section ${section}`,
    ).toBe(true)
  }
})
