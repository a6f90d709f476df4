import { expect, test } from 'vitest'
import * as account from './account-sentences'
import * as factors from './factor-messages'

test('messages say two-step verification, never second factor', () => {
  const sentences = [...Object.values(account), ...Object.values(factors)].filter(
    (value) => typeof value === 'string',
  )
  expect(sentences.filter((sentence) => /second factor/iu.test(sentence))).toEqual([])
  expect(sentences.some((sentence) => sentence.includes('two-step verification'))).toBe(true)
})
