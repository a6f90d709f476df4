import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const WORD_LISTS = ['names-and-terms', 'test-inputs']

// cspell:disable
const planted: [text: string, found: readonly string[]][] = [
  ['Temi Adeyemi cancels the event, and the waitlist receives an email.', []],
  ['const { orderId } = findRefundableTickets(url)', []],
  ['The waitlist recieves an email.', ['recieves']],
  ['const maximumAmuont = 5', ['Amuont']],
  ['Somebody picks the colour.', ['Somebody', 'colour']],
  ['const getNeighbourId = () => whoever', ['Neighbour', 'whoever']],
  ['Only tests may search for a cistren.', ['cistren']],
]
// cspell:enable

/** The refused words by line, counted from 1. */
const found = new Map<number, string[]>()

beforeAll(() => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      resolve('node_modules/.bin/cspell'),
      'lint',
      '--no-progress',
      '--no-cache',
      'stdin://src/lib/planted.ts',
    ],
    { input: planted.map(([text]) => text).join('\n'), encoding: 'utf8' },
  )
  if (!stderr.includes('Files checked: 1')) throw new Error(stderr)
  for (const [, line, word = ''] of stdout.matchAll(/planted\.ts:(\d+):\d+ - [^(]*\(([^)]+)\)/g))
    found.set(Number(line), [...(found.get(Number(line)) ?? []), word])
}, 60_000)

test.each(planted.map(([text, refused], index) => [text, refused, index + 1] as const))(
  'the spell check of “%s” refuses %j',
  (_text, refused, line) => {
    expect(found.get(line) ?? []).toEqual(refused)
  },
)

test.each(WORD_LISTS)('the word list %s has one word per line, sorted and without duplicates', (name) => {
  const words = readFileSync(`scripts/spelling/${name}.txt`, 'utf8').trimEnd().split('\n')
  const collator = new Intl.Collator('en-US')
  expect(words).toEqual([...new Set(words)].toSorted((left, right) => collator.compare(left, right)))
  expect(words.filter((word) => /\s/u.test(word))).toEqual([])
})

test('words that only test input needs are not accepted elsewhere', () => {
  const [terms = '', inputs = ''] = WORD_LISTS.map((name) =>
    readFileSync(`scripts/spelling/${name}.txt`, 'utf8').toLowerCase(),
  )
  const known = new Set(terms.split('\n').filter(Boolean))
  expect(inputs.split('\n').filter((word) => known.has(word))).toEqual([])
})
