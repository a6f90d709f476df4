import type { MessageDescriptor } from '@lingui/core'
import { getCurrentLanguage, translate } from './i18n'

const descriptors = new Map<string, MessageDescriptor>()

/**
 * Returns the English text of a message of the API, such as an error of a contract, because the API's document is in
 * English. `translateSentence` translates the message in a response.
 */
export function declareSentence(descriptor: MessageDescriptor): string {
  const text = translate('en', descriptor)
  descriptors.set(text, descriptor)
  return text
}

/** Returns the sentence in the current language, or unchanged if it wasn't declared with `declareSentence`. */
export function translateSentence(text: string): string {
  const descriptor = descriptors.get(text)
  return descriptor === undefined ? text : translate(getCurrentLanguage(), descriptor)
}
