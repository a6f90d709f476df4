import type { MessageDescriptor } from '@lingui/core'
import { currentLanguage, translate } from './i18n'

const descriptors = new Map<string, MessageDescriptor>()

/**
 * Returns the English text of a message that is part of the API, such as the message of a contract's error: the API's document is in
 * English, and `translateSentence` translates it in an answer.
 */
export function sentence(descriptor: MessageDescriptor): string {
  const text = translate('en', descriptor)
  descriptors.set(text, descriptor)
  return text
}

/** Returns the sentence in the current language, or as it is when it was not declared with `sentence`. */
export function translateSentence(text: string): string {
  const descriptor = descriptors.get(text)
  return descriptor === undefined ? text : translate(currentLanguage(), descriptor)
}
