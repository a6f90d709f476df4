/** The languages with translations. `en-XA` is English with accents, which reveals untranslatable texts. */
const LANGUAGES = ['en', 'de'] as const
export const PSEUDO_LANGUAGE = 'en-XA'

export type Language = (typeof LANGUAGES)[number] | typeof PSEUDO_LANGUAGE

/**
 * The languages offered to visitors. German is missing until everything that a customer can reach is translated. A
 * language in this list is offered in the footer and to browsers that prefer it.
 */
export const OFFERED_LANGUAGES: readonly Language[] = ['en']

const COOKIE = /(?:^|;\s*)language=([a-zA-Z-]{2,5})(?:;|$)/u

export function readLanguageCookie(cookies: string, offered: readonly Language[]): Language | undefined {
  const chosen = COOKIE.exec(cookies)?.[1]
  return ([...offered, PSEUDO_LANGUAGE] satisfies Language[]).find((language) => language === chosen)
}

/** Returns the cookie that stores the language for a year. */
export function formatLanguageCookie(language: Language): string {
  return `language=${language}; path=/; max-age=31536000; samesite=lax`
}
