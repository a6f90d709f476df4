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
          <span className="m2">{me.isEmailVerified ? me.email : `${me.email}, not confirmed`}</span>
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
