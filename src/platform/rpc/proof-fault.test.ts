import { expect, test } from 'vitest'
import { proofFault } from './proof-fault'
import { refusal } from './testing-refusal'

test('what was shown was wrong, or cannot be looked at now; anything else is no fault of it', () => {
  const words = 'Said so.'
  expect(proofFault(refusal('WRONG_PASSWORD', words))).toEqual({ isWrong: true, words })
  expect(proofFault(refusal('WRONG_CODE', words))).toEqual({ isWrong: true, words })
  expect(proofFault(refusal('TOO_MANY_REQUESTS', words))).toEqual({ isWrong: false, words })
  expect(proofFault(refusal('BUSY', words))).toEqual({ isWrong: false, words })
  expect(proofFault(refusal('CHANGED', words))).toBeUndefined()
  expect(proofFault(new TypeError('offline'))).toBeUndefined()
})
