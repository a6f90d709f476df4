import { classNames } from '~/design/class-names'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { meQuery } from '~/features/identity/web/queries'
import { VerifyBanner } from '~/features/identity/web/verify-banner'
import type { Stock } from '~/design/stock'
import { runAfterHydration } from './after-hydration'
import { BrowserOnly } from './browser-only'
import { SiteNav } from './site-nav'
import styles from './frame.module.css'
import { msg, t } from '@lingui/core/macro'
import { Copyright } from '~/design/copyright'
import type { Theme } from '~/design/theme'
import { useTheme } from '~/design/theme-context'
import { getCurrentLanguage, i18n } from '~/i18n/i18n'
import { formatLanguageCookie, OFFERED_LANGUAGES } from '~/i18n/language'

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }

const names = { system: msg`System`, light: msg`Light`, dark: msg`Dark` }

/** A route's settings for the bar above and the footer below, in its `staticData.frame`. */
export type Frame = {
  /** `none`: the page renders its own bar. A paper color: the bar has this color, and so does the top of the page. */
  nav?: 'bar' | 'none' | Stock
  /** The page has its own primary action, so Join Now is only outlined. */
  hasOwnAction?: boolean
  footer?: boolean
  isWide?: boolean
  /** Disables live updates: checkout loads as few scripts as possible. */
  hasNoLiveUpdates?: boolean
  /**
   * Other values for visitors, who see a different page at the same URL, such as the landing page instead of the home
   * page.
   */
  forVisitors?: Omit<Frame, 'forVisitors'>
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    frame?: Frame
  }
}

const loadLiveUpdates = () => import('./live-updates')
// Loads the bar of an open order after hydration. The bar refetches the open orders when it mounts, and an event page
// that shows them may hydrate later.
const loadHoldBar = async () => {
  await new Promise<void>(runAfterHydration)
  return import('~/features/orders/web/open-order/hold-bar')
}

/**
 * Renders what surrounds every page: navigation, footer, the bar of an open order. Routes choose by `staticData.frame`.
 */
export function SiteFrame({ children }: { children: ReactNode }) {
  useClientLinks()
  const { data: me } = useSuspenseQuery(meQuery())
  const routes = useRouter().routesById
  const hasOwnNotFound = (id: string) =>
    Object.entries(routes).some(([routeId, { options }]) => routeId === id && 'notFoundComponent' in options)
  const own = useRouterState({ select: ({ matches }) => findFrame(matches, hasOwnNotFound) })
  const {
    nav = 'bar',
    footer = true,
    hasOwnAction = false,
    isWide = false,
    hasNoLiveUpdates,
  } = selectFrame(own, me !== null)
  return (
    <>
      {nav !== 'none' && (
        <SiteNav
          me={me}
          sheet={nav === 'bar' ? undefined : nav}
          hasOwnAction={hasOwnAction}
          isWide={isWide}
        />
      )}
      {nav !== 'none' && me?.isEmailVerified === false && me.email !== null && (
        // Links to `#verify-email` lead here.
        <section
          id="verify-email"
          tabIndex={-1}
          className={classNames(styles.verify, isWide ? styles.wideVerify : 'page-width')}
          aria-label="Your email address"
        >
          <VerifyBanner me={me} />
        </section>
      )}
      {children}
      {/* Not on pages without navigation and footer: sign-in, the payment page, check-in. */}
      {me && !hasNoLiveUpdates && (nav !== 'none' || footer) && <BrowserOnly load={loadHoldBar} />}
      {footer && <Footer />}
      {me && !hasNoLiveUpdates && <BrowserOnly load={loadLiveUpdates} />}
    </>
  )
}

type Match = {
  routeId: string
  status: string
  staticData: { frame?: Frame }
  _notFound?: boolean | undefined
}

const notFound: Frame = { nav: 'coral' }

/**
 * Returns the frame of the matched route. `hasOwnNotFound`: whether a route renders its own not-found page, which keeps
 * the bar unchanged.
 */
function findFrame(
  matches: readonly Match[],
  hasOwnNotFound: (routeId: string) => boolean,
): Frame | undefined {
  const isLost = matches.some(
    (match) => match._notFound || (match.status === 'notFound' && !hasOwnNotFound(match.routeId)),
  )
  return isLost ? notFound : matches.findLast((match) => match.staticData.frame)?.staticData.frame
}

/**
 * Makes plain links inside an element with `data-client-links` navigate in the page, with a single listener: router
 * links would take half of the time to render fifty events. Links with `download` or `target`, and clicks for a new
 * tab, are left to the browser.
 */
function useClientLinks(): void {
  const router = useRouter()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const href = link?.getAttribute('href')
      if (!link?.closest('[data-client-links]') || !href?.startsWith('/')) return
      if (link.target || link.hasAttribute('download')) return
      event.preventDefault()
      void router.navigate({ href })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [router])
}

export function selectFrame(frame: Frame | undefined, isSignedIn: boolean): Omit<Frame, 'forVisitors'> {
  const { forVisitors, ...own } = frame ?? {}
  return isSignedIn ? own : { ...own, ...forVisitors }
}

function Footer() {
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
            <a href="/accessibility">{t`Accessibility`}</a>
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
