/** `system` follows the device and is the absence of a choice: no cookie, no attribute. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const cookieName = 'theme'
const yearInSeconds = 31_536_000

/**
 * The theme in a Cookie header (or `document.cookie`). The server reads it before the first byte, so that
 * `<html data-theme>` is right without a script and nothing flashes.
 */
export function readTheme(cookies: string | null | undefined): Theme {
  const found = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies ?? '')?.[1]
  return found === 'light' || found === 'dark' ? found : 'system'
}

/** The value of `<html data-theme>`; undefined leaves the attribute out. */
export function themeAttribute(theme: Theme): 'light' | 'dark' | undefined {
  return theme === 'system' ? undefined : theme
}

export function themeCookie(theme: Theme): string {
  const life = theme === 'system' ? 0 : yearInSeconds
  return `${cookieName}=${theme}; Path=/; Max-Age=${life}; SameSite=Lax`
}

/** In the browser only: paints the page and remembers the choice for a year. */
export function applyTheme(theme: Theme): void {
  const attribute = themeAttribute(theme)
  if (attribute) document.documentElement.dataset['theme'] = attribute
  else delete document.documentElement.dataset['theme']
  document.cookie = themeCookie(theme)
}
