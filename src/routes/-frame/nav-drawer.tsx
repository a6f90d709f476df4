import { t } from '@lingui/core/macro'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { Button } from '~/design/button'
import { Drawer } from '~/design/drawer'
import { Logo } from '~/design/logo'
import { ThemeSwitch } from '~/design/theme-switch'
import type { Me } from '~/features/identity/web/queries'
import { useSignOut } from '~/features/identity/web/use-sign-out'
import { isMember } from '~/platform/rpc/access'
import { isCurrentLink, listNavLinks } from './nav-links'
import styles from './nav-drawer.module.css'

type NavDrawerProps = {
  me: Me | null
  path: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The menu of a phone: the site's links, the theme, and signing in or out. */
export function NavDrawer({ me, path, isOpen, onOpenChange }: NavDrawerProps) {
  return (
    <Drawer
      label={t`Menu`}
      className={styles.drawer}
      open={isOpen}
      onOpenChange={onOpenChange}
      title={<Logo className={styles.logo} />}
    >
      <nav aria-label={t`Menu`} data-client-links>
        {listNavLinks(me).map(({ href, label }) => (
          <a
            key={href}
            className={styles.link}
            href={href}
            aria-current={isCurrentLink(href, path) ? 'page' : undefined}
            // A link to the current page doesn't navigate, so it closes the drawer.
            onClick={() => onOpenChange(false)}
          >
            {label}
          </a>
        ))}
      </nav>
      <div className={classNames('line-above', styles.theme)}>
        <p className="small faint">{t`Theme`}</p>
        <ThemeSwitch />
      </div>
      <div className={classNames('stack', styles.account)} data-client-links>
        {me && (
          <AnchorButton
            full
            href={isMember(me.roles) ? '/dashboard/settings' : '/customer/settings'}
            onClick={() => onOpenChange(false)}
          >
            {t`Settings`}
          </AnchorButton>
        )}
        {me ? <SignOutButton /> : <SignInLinks />}
        <a className={classNames('small faint', styles.terms)} href="/terms">
          {t`Terms of Service`}
        </a>
      </div>
    </Drawer>
  )
}

function SignInLinks() {
  return (
    <>
      <AnchorButton variant="primary" size="lg" full href="/auth?tab=sign-up">
        {t`Join Now`}
      </AnchorButton>
      <AnchorButton full href="/auth?tab=sign-in">
        {t`Sign In`}
      </AnchorButton>
    </>
  )
}

function SignOutButton() {
  const { signOut, isSigningOut } = useSignOut()
  return (
    <Button full busy={isSigningOut ? t`Signing out` : false} onClick={signOut}>
      {t`Sign Out`}
    </Button>
  )
}
