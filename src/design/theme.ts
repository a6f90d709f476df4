/** `system` follows the device and means no choice: no cookie, no attribute. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const cookieName = 'theme'
const yearInSeconds = 31_536_000

/**
 * Returns the theme from a Cookie header (or `document.cookie`). The server sends `<html data-theme>` with it, so
 * nothing flashes before scripts run.
 */
export function readTheme(cookies: string | null | undefined): Theme {
  const found = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies ?? '')?.[1]
  return found === 'light' || found === 'dark' ? found : 'system'
}

/** Returns the value of `<html data-theme>`; undefined omits the attribute. */
export function getThemeAttribute(theme: Theme): 'light' | 'dark' | undefined {
  return theme === 'system' ? undefined : theme
}

export function formatThemeCookie(theme: Theme): string {
  const life = theme === 'system' ? 0 : yearInSeconds
  return `${cookieName}=${theme}; Path=/; Max-Age=${life}; SameSite=Lax`
}

/** Applies the theme and remembers it for a year. Browser only. */
export function applyTheme(theme: Theme): void {
  const attribute = getThemeAttribute(theme)
  if (attribute) document.documentElement.dataset['theme'] = attribute
  else delete document.documentElement.dataset['theme']
  document.cookie = formatThemeCookie(theme)
}
