import { classNames } from '~/design/class-names'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { meQuery } from '~/features/identity/web/queries'
import { VerifyBanner } from '~/features/identity/web/verify-banner'
import type { Stock } from '~/design/stock'
import { Footer } from './footer'
import { InBrowser } from './in-browser'
import { SiteNav } from './site-nav'
import styles from './frame.module.css'

/** What a route says about the bar above it and the foot below, in its `staticData.frame`. */
export type Frame = {
  /** `none`: the page draws its own. A stock: the bar lies on a sheet of that paper, which the page continues. */
  nav?: 'bar' | 'none' | Stock
  /** The page has a sheet with an action of its own, so Join Now steps back to an outline: one loud thing per view. */
  hasOwnAction?: boolean
  footer?: boolean
  /** The bar reaches over the whole window, as the sidebar below it does. */
  isWide?: boolean
  /** Nothing of what changes elsewhere is followed: who is paying waits for as few scripts as can be. */
  isStill?: boolean
  /** For visitors the page is another one: the landing instead of the home. */
  forVisitors?: Omit<Frame, 'forVisitors'>
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    frame?: Frame
  }
}

const loadLiveUpdates = () => import('./live-updates')
const loadHoldBar = () => import('~/features/orders/web/open-order/hold-bar')

/** Draws what is around every page: navigation, footer, the bar of an open order. Routes choose by `staticData.frame`. */
export function SiteFrame({ children }: { children: ReactNode }) {
  useClientLinks()
  const { data: me } = useSuspenseQuery(meQuery())
  const routes = useRouter().routesById
  const ownsNotFound = (id: string) =>
    Object.entries(routes).some(([routeId, { options }]) => routeId === id && 'notFoundComponent' in options)
  const own = useRouterState({ select: ({ matches }) => frameOf(matches, ownsNotFound) })
  const {
    nav = 'bar',
    footer = true,
    hasOwnAction = false,
    isWide = false,
    isStill,
  } = frameFor(own, me !== null)
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
        // Other places link here.
        <section
          id="verify-email"
          tabIndex={-1}
          className={classNames(styles.verify, isWide ? styles.wideVerify : 'page-width')}
          aria-label="Your address"
        >
          <VerifyBanner me={me} />
        </section>
      )}
      {children}
      {/* Not where a page has neither navigation nor footer: signing in, the payment page, the door. */}
      {me && !isStill && (nav !== 'none' || footer) && <InBrowser load={loadHoldBar} />}
      {footer && <Footer />}
      {me && !isStill && <InBrowser load={loadLiveUpdates} />}
    </>
  )
}

type Match = {
  routeId: string
  status: string
  staticData: { frame?: Frame }
  _notFound?: boolean | undefined
}

const notFound: Frame = { nav: 'coral', footer: false }

/** `ownsNotFound`: the route has its own words for what it cannot find, so the bar stays as it is. */
function frameOf(matches: readonly Match[], ownsNotFound: (routeId: string) => boolean): Frame | undefined {
  const isLost = matches.some(
    (match) => match._notFound || (match.status === 'notFound' && !ownsNotFound(match.routeId)),
  )
  return isLost ? notFound : matches.findLast((match) => match.staticData.frame)?.staticData.frame
}

/**
 * Plain links inside an element with `data-client-links` lead on inside the page, by one listener for all of them: a
 * router link each, with its own state and effects, would be half the work of rendering a wall of fifty events.
 * Links with `download` or `target`, and clicks that ask for a new tab, are the browser's.
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

export function frameFor(frame: Frame | undefined, isSignedIn: boolean): Omit<Frame, 'forVisitors'> {
  const { forVisitors, ...own } = frame ?? {}
  return isSignedIn ? own : { ...own, ...forVisitors }
}
