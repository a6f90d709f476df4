import { MESSAGE_MAX } from '../../rules/chat-limits'
import { countCharacters, hasValidLength } from '../../rules/message-text'
import { cleanMultiLineText } from '~/lib/multi-line-text'

/** Measures the length of a message as the server would store it. */
export function measureText(text: string) {
  const stored = cleanMultiLineText(text)
  const count = countCharacters(stored)
  return { count, isEmpty: stored === '', isTooLong: !hasValidLength(stored) }
}

/** Returns why the text can't be sent; undefined while it fits. */
export function describeExcess({ count, isTooLong }: ReturnType<typeof measureText>): string | undefined {
  if (!isTooLong) return undefined
  const over = count - MESSAGE_MAX
  if (over <= 0) return 'This text has too many combining characters. Remove some of them.'
  return over === 1 ? '1 character too many' : `${over} characters too many`
}
