import { expect, test } from 'vitest'
import { splitParagraphs } from './paragraphs'

test('splits text into paragraphs at empty lines, not at single line breaks', () => {
  expect(
    splitParagraphs('\n\nA goods shed,\nfour stacks.\n \n\nNo photos.\n').map(({ text }) => text),
  ).toEqual(['A goods shed,\nfour stacks.', 'No photos.\n'])
})

test('gives equal paragraphs different keys', () => {
  const [first, second] = splitParagraphs('Yes.\n\nYes.')
  expect(first?.text.trim()).toBe(second?.text.trim())
  expect(first?.at).not.toBe(second?.at)
})

test('returns no paragraphs for empty text', () => {
  expect(splitParagraphs(' \n\n ')).toEqual([])
})
