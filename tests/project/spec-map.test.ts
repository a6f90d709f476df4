import { existsSync, globSync, readFileSync } from 'node:fs'
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

test('npm test runs a journey of each id that has one', () => {
  const files = globSync('tests/journeys/*.spec.ts').map((file) => readFileSync(file, 'utf8'))
  const titles = files.flatMap((text) =>
    [...text.matchAll(/^\s*test\(\s*[`'"](.+)[`'"]/gm)].map(([, title = '']) => title),
  )
  const findIds = (title: string) => title.match(/\b[A-Z]{1,2}-\d\d\b/g) ?? []
  const short = new Set(titles.filter((title) => !title.endsWith('@long')).flatMap(findIds))
  expect(short.size).toBeGreaterThan(70)
  expect(titles.flatMap(findIds).filter((id) => !short.has(id))).toEqual([])
})
