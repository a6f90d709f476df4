import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import type { Me } from './queries'
import { useSignOut } from './use-sign-out'
import styles from './auth-page.module.css'

/** Names the signed-in person and offers to sign out, on pages without the navigation bar. */
export function SignedInAs({ me }: { me: Me }) {
  const { signOut, isSigningOut } = useSignOut()
  return (
    <p className={classNames('row between wrap small faint', styles.signedIn)}>
      <span>Signed in as {me.fullName}</span>
      <Button variant="ghost" size="sm" busy={isSigningOut && 'Signing out'} onClick={signOut}>
        Sign Out
      </Button>
    </p>
  )
}
