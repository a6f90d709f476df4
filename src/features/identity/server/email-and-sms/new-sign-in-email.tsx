import { EmailFacts, EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

export interface NewSignInProps {
  email: string
  /** The time of the sign-in, formatted with its time zone. */
  at: string
  device: string
  ip: string | null
  /** A country code such as `GB`, if the proxy sends one. */
  country: string | null
  method: string
  /** The page where the person can end the session, after signing in. Opening it changes nothing. */
  link: string
  activityLink: string
}

export const newSignInSubject = 'New sign-in to your account'

export function NewSignInEmail(props: NewSignInProps) {
  const { email, at, device, ip, country, method, link, activityLink } = props
  return (
    <EmailLayout
      preview={`${device}, ${at}.`}
      stock="orange"
      headline="New sign-in to your account"
      lead="If this was you, there’s nothing to do. If it wasn’t, end the session and change your password now."
      action={{ label: 'End session and secure account', href: link }}
      reason="You get this email because someone signed in to your account on a new device. You can’t turn these emails off. We never ask for your password or a code by email."
    >
      <EmailFacts
        facts={[
          { label: 'Account', value: email },
          { label: 'When', value: at },
          { label: 'Device', value: device },
          ...(country === null ? [] : [{ label: 'Location', value: `${country} (estimated)` }]),
          { label: 'Network', value: ip ?? 'Unknown' },
          { label: 'Method', value: method },
        ]}
      />
      <EmailParagraph>
        <a href={activityLink} style={{ color: 'inherit', fontWeight: 640 }}>
          See all security activity
        </a>
      </EmailParagraph>
    </EmailLayout>
  )
}
