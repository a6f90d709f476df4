import { msg, t } from '@lingui/core/macro'
import { Copyright } from '~/design/copyright'
import type { Theme } from '~/design/theme'
import { useTheme } from '~/design/theme-context'
import { getCurrentLanguage, i18n } from '~/i18n/i18n'
import { formatLanguageCookie, OFFERED_LANGUAGES } from '~/i18n/language'
import styles from './frame.module.css'

export function Footer() {
  return (
    <footer className={styles.footer} data-client-links>
      <div className="page-width">
        <Copyright />
        <ul>
          <li>
            <a href="/terms">{t`Terms of Service`}</a>
          </li>
          <li>
            <a href="/privacy">{t`Privacy`}</a>
          </li>
          <li>
            <a href="/events">{t`Events`}</a>
          </li>
          <li>
            <a href="/discover">{t`Discover DJs`}</a>
          </li>
          <li className="desktop-only">
            <ThemeButton />
          </li>
          {OFFERED_LANGUAGES.length > 1 && (
            <li>
              <LanguageButton />
            </li>
          )}
        </ul>
      </div>
    </footer>
  )
}

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const names = { system: msg`System`, light: msg`Light`, dark: msg`Dark` }

/** The theme button of wide screens, which have no drawer: each press selects the next theme. */
function ThemeButton() {
  const { theme, choose } = useTheme()
  return (
    <button type="button" onClick={() => choose(next[theme])}>
      {t`Theme: ${i18n._(names[theme])}`}
    </button>
  )
}

/** Shows the other language's name in that language, so its readers recognize it. */
function LanguageButton() {
  const other = getCurrentLanguage() === 'de' ? 'en' : 'de'
  return (
    <button
      type="button"
      lang={other}
      onClick={() => {
        document.cookie = formatLanguageCookie(other)
        window.location.reload()
      }}
    >
      {other === 'de' ? 'Deutsch' : 'English'}
    </button>
  )
}
