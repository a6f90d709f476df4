import { EmailCode } from '~/design/email/email-code'
import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

export const emailChangeSubjects = {
  current: 'Your email address is about to change',
  new: 'Verify your new address',
} as const

interface AddressChangeEmailProps {
  /** Whether this email goes to the current or the new address. */
  end: 'current' | 'new'
  current: string
  next: string
  /** Whether the other address must also confirm. */
  needsBoth: boolean
  link: string
  /** Undefined if the email has no code, because our own pages have no field for it. */
  code: string | undefined
  until: string
}

export function AddressChangeEmail({
  end,
  current,
  next,
  needsBoth,
  link,
  code,
  until,
}: AddressChangeEmailProps) {
  const both = needsBoth ? ' It changes once both addresses confirm.' : ''
  return (
    <EmailLayout
      preview={end === 'current' ? `From ${current} to ${next}.` : 'One click. The link works for 24 hours.'}
      stock={end === 'current' ? 'orange' : 'sky'}
      headline={end === 'current' ? 'Confirm the address change' : 'Verify your new address'}
      lead={
        end === 'current'
          ? `Someone signed in to your account wants to change ${current} to ${next}.${both}`
          : `Someone wants to use ${next} for their account here. If it was you, verify it.${both}`
      }
      action={{ label: end === 'current' ? 'Confirm change' : 'Verify this address', href: link }}
      reason={
        end === 'current'
          ? 'Not you? Someone else is signed in to your account. Set a new password. Your address stays the same unless you confirm.'
          : 'Not you? Ignore this email. The address won’t be used.'
      }
    >
      {code !== undefined && (
        <>
          <EmailParagraph>Or type this code where you requested it:</EmailParagraph>
          <EmailCode code={code} />
        </>
      )}
      <EmailParagraph small>
        {code === undefined ? 'The link works' : 'Both work'} once, until {until}.
      </EmailParagraph>
    </EmailLayout>
  )
}
