import { AsyncLocalStorage } from 'node:async_hooks'
import Negotiator from 'negotiator'
import { registerLanguage } from '../i18n'
import { addGerman } from '../german'
import { addPseudoLanguage } from '../pseudo'
import { type Language, OFFERED_LANGUAGES, readLanguageCookie } from '../language'

addGerman()
addPseudoLanguage()

const storage = new AsyncLocalStorage<Language>()
registerLanguage(() => storage.getStore() ?? 'en')

/** Calls `run` with texts, dates and numbers in this language, such as for a request or an email. */
export function runInLanguage<Result>(language: Language, run: () => Result): Result {
  return storage.run(language, run)
}

/**
 * Returns the offered language that the reader chose, otherwise the best one that the browser accepts, otherwise
 * English.
 */
export function findRequestLanguage(
  cookie: string,
  acceptLanguage: string | null,
  offered = OFFERED_LANGUAGES,
): Language {
  const chosen = readLanguageCookie(cookie, offered)
  if (chosen !== undefined || acceptLanguage === null) return chosen ?? 'en'
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } })
  return (negotiator.language([...offered]) ?? 'en') as Language
}
