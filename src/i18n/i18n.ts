import { formatMessage, type Message, type Values } from './format-message'
import type { Language } from './language'

/** Returns the translation of a message, by its id or its English text. */
type Translate = (id: string, english: Message) => Message
type Descriptor = { id: string; message?: Message; values?: Values }

// English messages are in the code.
const languages = new Map<string, Translate>([['en', (_id, english) => english]])

export function addLanguage(language: Language, translate: Translate): void {
  languages.set(language, translate)
}

let findLanguage: () => string = () =>
  typeof document === 'undefined' ? 'en' : document.documentElement.lang

/** On the server, `find` returns the language of the request that is answered, or of the email that is written. */
export function registerLanguage(find: () => Language): void {
  findLanguage = find
}

/** The language in which texts, dates and numbers are written now. */
export function currentLanguage(): string {
  const language = findLanguage()
  return languages.has(language) ? language : 'en'
}

/** Writes a message in a language. */
export function translate(language: string, { id, message = id, values = {} }: Descriptor): string {
  return formatMessage(languages.get(language)?.(id, message) ?? message, values, language)
}

/** What the macros `t`, `msg`, `plural` and `Trans` call; see `scripts/messages-plugin.ts`. */
export const i18n = {
  _: (id: string | Descriptor, values?: Values, options?: { message?: Message }): string =>
    translate(currentLanguage(), typeof id === 'string' ? { id, ...(values && { values }), ...options } : id),
}
