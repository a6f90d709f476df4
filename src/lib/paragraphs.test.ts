import { expect, test } from 'vitest'
import { paragraphsOf } from './paragraphs'

test('an empty line parts, a single break does not', () => {
  expect(paragraphsOf('\n\nA goods shed,\nfour stacks.\n \n\nNo photos.\n').map(({ text }) => text)).toEqual([
    'A goods shed,\nfour stacks.',
    'No photos.\n',
  ])
})

test('two that say the same have different keys', () => {
  const [one, two] = paragraphsOf('Yes.\n\nYes.')
  expect(one?.text.trim()).toBe(two?.text.trim())
  expect(one?.at).not.toBe(two?.at)
})

test('nothing has no paragraphs', () => {
  expect(paragraphsOf(' \n\n ')).toEqual([])
})
