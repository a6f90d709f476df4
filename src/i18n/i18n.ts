import { formatMessage, type Message, type Values } from './format-message'
import type { Language } from './language'

/** Returns the translation of the message with this id; `english` is its text in the source. */
type Translate = (id: string, english: Message) => Message
type Descriptor = { id: string; message?: Message; values?: Values }

const languages = new Map<string, Translate>([['en', (_id, english) => english]])

export function addLanguage(language: Language, translate: Translate): void {
  languages.set(language, translate)
}

let findLanguage: () => string = () =>
  typeof document === 'undefined' ? 'en' : document.documentElement.lang

/**
 * Registers the function that finds the current language. On the server, this is the language of the current request
 * or of the email that is being written.
 */
export function registerLanguage(find: () => Language): void {
  findLanguage = find
}

/** Returns the language in which texts, dates and numbers are currently written. */
export function getCurrentLanguage(): string {
  const language = findLanguage()
  return languages.has(language) ? language : 'en'
}

export function translate(language: string, { id, message = id, values = {} }: Descriptor): string {
  return formatMessage(languages.get(language)?.(id, message) ?? message, values, language)
}

/** Runtime of the macros `t`, `msg`, `plural` and `Trans`; see `scripts/messages-plugin.ts`. */
export const i18n = {
  _: (id: string | Descriptor, values?: Values, options?: { message?: Message }): string =>
    translate(
      getCurrentLanguage(),
      typeof id === 'string' ? { id, ...(values && { values }), ...options } : id,
    ),
}
