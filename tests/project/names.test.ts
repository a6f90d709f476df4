import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Name {
  name: string
  file: string
  line: number
}
// The file is JavaScript, so its types are given here.
const path = '../../scripts/measure-names.mjs'
const { findNames, needsVerb, RETIRED, startsWithVerb } = (await import(path)) as {
  findNames: (file: string, text: string) => Name[]
  needsVerb: (name: Name) => boolean
  startsWithVerb: (name: Name) => boolean
  RETIRED: readonly { name: string; is: (name: Name) => boolean }[]
}

/**
 * How many names of each retired kind may remain in the product and in tests. Lower a limit when such names are
 * replaced.
 */
const LIMITS: Readonly<Record<string, readonly [product: number, tests: number]>> = {
  '…Of as a getter': [0, 139],
  'ask, asked': [1, 337],
  words: [5, 59],
  why: [0, 2],
  'who, whom, whose': [0, 33],
  'what, when, which': [6, 24],
  one: [0, 120],
  kept: [2, 31],
  standing: [0, 9],
  'said, told, tell': [0, 39],
  'may…': [0, 2],
  'MOST_, LONGEST_, FEWEST_': [0, 0],
  'fault, refusal': [3, 132],
  answer: [66, 364],
  'gone, wish, silence': [1, 28],
}
const WITHOUT_VERB = [51, 907] as const

const files = globSync('{src,demo,dev,tests,bench}/**/*.{ts,tsx}').filter(
  (file) => !/\.gen\.ts$|^src\/database\/schema\.ts$|^tests\/project\/names\.test/.test(file),
)
const isTest = ({ file }: Name) => /^(?:tests|bench)\/|\.test\.tsx?$|\/testing[/.-]/.test(file)
const names = files.flatMap((file) => findNames(file, readFileSync(file, 'utf8')))

function expectAtMost(found: readonly Name[], [product, tests]: readonly [number, number]) {
  const places = found.slice(-5).map(({ name, file, line }) => `${file}:${line} ${name}`)
  const counts = [found.filter((name) => !isTest(name)).length, found.filter(isTest).length] as const
  expect(counts[0], places.join('\n')).toBeLessThanOrEqual(product)
  expect(counts[1], places.join('\n')).toBeLessThanOrEqual(tests)
}

test.each(RETIRED.map(({ name, is }) => [name, is] as const))('no new name with %s', (kind, is) => {
  expectAtMost(names.filter(is), LIMITS[kind] ?? [0, 0])
})

test('there are no new functions whose names don’t start with a verb', () => {
  expectAtMost(
    names.filter((name) => needsVerb(name) && !startsWithVerb(name)),
    WITHOUT_VERB,
  )
})

test.each([
  ['function wordsOf() {}', '…Of as a getter'],
  ['const refusal = 1', 'fault, refusal'],
  ['type Row = { words: string }', 'words'],
  ['function run({ asked }: Options) {}', 'ask, asked'],
  ['const MOST_ROWS = 5', 'MOST_, LONGEST_, FEWEST_'],
])('finds the name in %s', (text, kind) => {
  const rule = RETIRED.find(({ name }) => name === kind)
  expect(findNames('planted.ts', text).some((name) => rule?.is(name))).toBe(true)
})

test('finds a function whose name has no verb, but accepts hooks, predicates and components', () => {
  const text =
    'function rows() {} const useRow = () => 1; function isOpen() {} function Row() {} function listRows() {}'
  const found = findNames('planted.tsx', text).filter((name) => needsVerb(name) && !startsWithVerb(name))
  expect(found.map(({ name }) => name)).toEqual(['rows'])
})
