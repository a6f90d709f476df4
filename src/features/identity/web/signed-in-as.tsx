import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import type { Me } from './queries'
import { useSignOut } from './use-sign-out'
import styles from './auth-page.module.css'

/** On a page without the bar: as whom one is here, and the way to be somebody else. */
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
