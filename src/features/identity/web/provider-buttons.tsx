import { Button } from '~/design/button'
import { identity } from './queries'
import { useRedirect } from './use-redirect'
import type { SignInMethods } from './sign-in-queries'
import styles from './auth-page.module.css'

type ProviderButtonsProps = {
  providers: SignInMethods['providers']
  next: string | undefined
  /** A person who creates an account with this code becomes a member. */
  invitationCode?: string | undefined
}

/** Buttons of the providers set up on this site; renders nothing if there are none. */
export function ProviderButtons({ providers, next, invitationCode }: ProviderButtonsProps) {
  const { depart, leaving } = useRedirect(({ name }) =>
    identity.providers.start.call({ name, next, invitationCode: invitationCode || undefined }),
  )
  if (providers.length === 0) return null
  return (
    <div className={styles.providers}>
      {providers.map(({ name, label }) => (
        <Button
          key={name}
          variant="outline"
          busy={leaving === name && 'Leaving'}
          onClick={() => depart({ name })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
