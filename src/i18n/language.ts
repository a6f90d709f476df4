/** The languages of the site. `en-XA` is English with accents, which reveals untranslatable texts. */
export const LANGUAGES = ['en', 'de'] as const
export const PSEUDO_LANGUAGE = 'en-XA'

export type Language = (typeof LANGUAGES)[number] | typeof PSEUDO_LANGUAGE

const COOKIE = /(?:^|;\s*)language=([a-zA-Z-]{2,5})(?:;|$)/u

export function readLanguageCookie(cookies: string): Language | undefined {
  const chosen = COOKIE.exec(cookies)?.[1]
  return ([...LANGUAGES, PSEUDO_LANGUAGE] satisfies Language[]).find((language) => language === chosen)
}

/** Returns the cookie that remembers the choice for a year. */
export function languageCookie(language: Language): string {
  return `language=${language}; path=/; max-age=31536000; samesite=lax`
}
