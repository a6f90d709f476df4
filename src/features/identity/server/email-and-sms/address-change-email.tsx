import { EmailCode } from '~/design/email/email-code'
import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

export const emailChangeSubjects = {
  current: 'Your address is about to change',
  new: 'Confirm your new address',
} as const

interface AddressChangeEmailProps {
  /** The address that this email goes to. */
  end: 'current' | 'new'
  current: string
  next: string
  /** The other address must confirm too. */
  needsBoth: boolean
  link: string
  /** Undefined when our pages have no field for it. */
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
  const both = needsBoth ? ' It changes once both addresses have said yes.' : ''
  return (
    <EmailLayout
      preview={end === 'current' ? `From ${current} to ${next}.` : 'One click, good for 24 hours.'}
      stock={end === 'current' ? 'orange' : 'sky'}
      headline={end === 'current' ? 'Moving out?' : 'Moving in?'}
      lead={
        end === 'current'
          ? `Someone who is signed in as you wants to change ${current} to ${next}.${both}`
          : `Someone wants to use ${next} here from now on. If it was you, say so.${both}`
      }
      action={{ label: end === 'current' ? 'Let it change' : 'Confirm this address', href: link }}
      reason={
        end === 'current'
          ? 'Not you? Do nothing, and the address stays. Then set a new password: somebody is signed in as you.'
          : 'Not you? Do nothing, and the address is never used.'
      }
    >
      {code !== undefined && (
        <>
          <EmailParagraph>Or type this code where you asked for it:</EmailParagraph>
          <EmailCode code={code} />
        </>
      )}
      <EmailParagraph small>
        {code === undefined ? 'The link works' : 'Both work'} once, until {until}.
      </EmailParagraph>
    </EmailLayout>
  )
}
