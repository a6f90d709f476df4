import { ThemeSwitch } from '~/design/theme-switch'
import type { Me } from '~/features/identity/web/queries'

/** Who one is here, and how it looks. */
export function AccountSection({ me }: { me: Me }) {
  return (
    <div className="rows">
      <div>
        <span>
          <b className="b">Email</b>
          <br />
          <span className="m2">{emailWords(me)}</span>
        </span>
      </div>
      <div>
        <b className="b">Theme</b>
        <div className="end">
          <ThemeSwitch full={false} />
        </div>
      </div>
    </div>
  )
}

function emailWords({ email, isEmailVerified }: Me): string {
  if (email === null) return 'No email'
  return isEmailVerified ? email : `${email}, not confirmed`
}
