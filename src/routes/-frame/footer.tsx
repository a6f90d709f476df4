import { classNames } from '~/design/class-names'
import { useHouseName } from '~/design/house-name'
import type { Theme } from '~/design/theme'
import { useTheme } from '~/design/theme-context'
import styles from './frame.module.css'

/** N-02 */
export function Footer() {
  return (
    <footer className={classNames('footer', styles.footer)} data-client-links>
      <div className="page-width">
        <span>© 2024 {useHouseName()}</span>
        <ul>
          <li>
            <a href="/terms">Terms of Service</a>
          </li>
          <li>
            <a href="/privacy">Privacy</a>
          </li>
          <li>
            <a href="/events">Events</a>
          </li>
          <li>
            <a href="/discover">Discover DJs</a>
          </li>
          <li className="desktop-only">
            <ThemeButton />
          </li>
        </ul>
      </div>
    </footer>
  )
}

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const names: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

/** The switch of wide screens, which have no drawer: one press, one step. */
function ThemeButton() {
  const { theme, choose } = useTheme()
  return (
    <button type="button" onClick={() => choose(next[theme])}>
      Theme: {names[theme]}
    </button>
  )
}
