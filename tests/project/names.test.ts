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

/** How many names of each kind are left. Lower a limit when names are repaired; never raise one. */
const LIMITS: Readonly<Record<string, number>> = {
  '…Of as a getter': 434,
  'ask, asked': 579,
  words: 299,
  why: 224,
  'who, whom, whose': 110,
  'what, when, which': 290,
  one: 232,
  kept: 97,
  standing: 29,
  'said, told, tell': 106,
  'may…': 126,
  'MOST_, LONGEST_, FEWEST_': 47,
  'fault, refusal': 323,
  answer: 674,
  'gone, wish, silence': 80,
}
const LIMIT_WITHOUT_VERB = 1780

const files = globSync('{src,tests,bench}/**/*.{ts,tsx}').filter(
  (file) => !/\.gen\.ts$|^src\/database\/schema\.ts$|^tests\/project\/names\.test/.test(file),
)
const names = files.flatMap((file) => findNames(file, readFileSync(file, 'utf8')))

test.each(RETIRED.map(({ name, is }) => [name, is] as const))('no new name with %s', (kind, is) => {
  const found = names.filter(is)
  const places = found.slice(-5).map(({ name, file, line }) => `${file}:${line} ${name}`)
  expect(found.length, places.join('\n')).toBeLessThanOrEqual(LIMITS[kind] ?? 0)
})

test('no new function without a verb', () => {
  const found = names.filter((name) => needsVerb(name) && !startsWithVerb(name))
  expect(found.length).toBeLessThanOrEqual(LIMIT_WITHOUT_VERB)
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

test('finds a function without a verb, but accepts hooks, predicates and components', () => {
  const text =
    'function rows() {} const useRow = () => 1; function isOpen() {} function Row() {} function listRows() {}'
  const found = findNames('planted.tsx', text).filter((name) => needsVerb(name) && !startsWithVerb(name))
  expect(found.map(({ name }) => name)).toEqual(['rows'])
})
