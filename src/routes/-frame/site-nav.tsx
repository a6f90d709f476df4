import { t } from '@lingui/core/macro'
import { useRouterState } from '@tanstack/react-router'
import { AnchorButton } from '~/design/link-button'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Logo } from '~/design/logo'
import type { Stock } from '~/design/stock'
import { VisuallyHidden } from '~/design/visually-hidden'
import type { Me } from '~/features/identity/web/queries'
import { useSignOut } from '~/features/identity/web/use-sign-out'
import { BrowserOnly } from './browser-only'
import { MenuButton } from './menu-button'
import { isCurrentLink, listNavLinks } from './nav-links'
import styles from './site-nav.module.css'

const loadBell = () => import('./bell')

type SiteNavProps = {
  me: Me | null
  /** The paper color behind the bar; undefined for the background of the page. */
  sheet: Stock | undefined
  /** Whether the page has a primary button, so that Join Now must not be a second one. */
  hasOwnAction: boolean
  isWide?: boolean
}

/** N-01. On a phone the links are in the drawer. */
export function SiteNav({ me, sheet, hasOwnAction, isWide = false }: SiteNavProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <header
      className={classNames(styles.nav, isWide && styles.wide, sheet && `sheet stock-${sheet}`)}
      data-client-links
    >
      <nav className="page-width" aria-label={t`Main`}>
        <Logo className={classNames(styles.logo, me && styles.markOnly)} />
        <ul className={styles.links}>
          {listNavLinks(me).map(({ href, label }) => (
            <li key={href}>
              <a href={href} aria-current={isCurrentLink(href, path) ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          {me ? <PersonActions me={me} /> : <VisitorActions hasOwnAction={hasOwnAction} />}
          <MenuButton me={me} path={path} />
        </div>
      </nav>
    </header>
  )
}

function VisitorActions({ hasOwnAction }: { hasOwnAction: boolean }) {
  return (
    <>
      <AnchorButton className="desktop-only" variant="ghost" href="/auth?tab=sign-in">
        {t`Sign In`}
      </AnchorButton>
      <AnchorButton variant={hasOwnAction ? 'outline' : 'primary'} href="/auth?tab=sign-up">
        {t`Join Now`}
      </AnchorButton>
    </>
  )
}

function PersonActions({ me }: { me: Me }) {
  const { signOut, isSigningOut } = useSignOut()
  return (
    <>
      <BrowserOnly load={loadBell} place={<span className={styles.bellPlace} />} />
      <Button
        className="desktop-only"
        variant="ghost"
        busy={isSigningOut ? t`Signing out` : false}
        onClick={signOut}
      >
        {t`Sign Out`}
      </Button>
      {/* Visible text instead of an aria-label: the avatar shows initials, and a label that omits visible text breaks voice control. */}
      <a className={styles.person} href={me.homePath}>
        <Avatar id={me.id} name={me.fullName} imageUrl={me.avatarUrl} />
        <VisuallyHidden>{t`Your dashboard, ${me.fullName}`}</VisuallyHidden>
      </a>
    </>
  )
}
