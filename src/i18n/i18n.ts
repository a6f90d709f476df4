import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Language } from './language'

const instances = new Map<string, Pick<I18n, '_'>>()

/** Adds the translations of a language. */
export function addLanguage(language: Language, messages: Messages): void {
  const instance = setupI18n({ locale: language, messages: { [language]: messages } })
  // The build has compiled all messages. Without a compiler, the library warns of each message that has no placeholder.
  instance.setMessagesCompiler((message) => message as never)
  addInstance(language, instance)
}

export function addInstance(language: Language, instance: Pick<I18n, '_'>): void {
  instances.set(language, instance)
}

// English messages are in the code.
addLanguage('en', {})

let findLanguage: () => string = () =>
  typeof document === 'undefined' ? 'en' : document.documentElement.lang

/** On the server, `find` returns the language of the request that is answered, or of the email that is written. */
export function registerLanguage(find: () => Language): void {
  findLanguage = find
}

/** The language in which texts, dates and numbers are written now. */
export function currentLanguage(): string {
  const language = findLanguage()
  return instances.has(language) ? language : 'en'
}

/** What the macros `t`, `msg`, `plural` and `Trans` read; see `scripts/messages-plugin.ts`. */
export const i18n: Pick<I18n, '_' | 'locale'> = {
  _: ((...call: Parameters<I18n['_']>) => instances.get(currentLanguage())?._(...call)) as I18n['_'],
  get locale() {
    return currentLanguage()
  },
}
