import { MailCode } from '~/design/mail/mail-code'
import { MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'

export const emailChangeSubjects = {
  current: 'Your address is about to change',
  new: 'Confirm your new address',
} as const

interface EmailChangeMailProps {
  /** Which of the two ends reads this. */
  end: 'current' | 'new'
  current: string
  next: string
  /** The other end has to say yes too. */
  needsBoth: boolean
  link: string
  /** Where it can be typed. */
  code: string | undefined
  until: string
}

export function EmailChangeMail({ end, current, next, needsBoth, link, code, until }: EmailChangeMailProps) {
  const both = needsBoth ? ' It changes once both addresses have said yes.' : ''
  return (
    <MailLayout
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
          <MailText>Or type this code where you asked for it:</MailText>
          <MailCode code={code} />
        </>
      )}
      <MailText small>
        {code === undefined ? 'The link works' : 'Both work'} once, until {until}.
      </MailText>
    </MailLayout>
  )
}
