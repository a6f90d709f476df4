import { useSiteName } from '~/design/site-name'
import { EmailAddress } from '~/design/email/email-address'
import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

export const removedSubject = 'Your account is deleted'

/** `at` is in UTC; `publicUrl` is the site's; `contact` is the address that people read, if one is set. */
export function RemovedEmail({
  at,
  publicUrl,
  contact,
}: {
  at: string
  publicUrl: string
  contact: string | undefined
}) {
  const siteName = useSiteName()
  return (
    <EmailLayout
      preview="This is our last mail to you."
      stock="bone"
      headline="Thank you for the nights."
      lead={`Your account was deleted on ${at}. This is our last mail to you: this address is not kept.`}
      reason="You get this because the account with this address was deleted."
    >
      <EmailParagraph>
        Tickets you hold stay valid at the door. Orders and past bookings stay in the books, without your
        name.
      </EmailParagraph>
      <EmailParagraph small>
        Not you? Then somebody may be reading this mailbox: change its password. We cannot bring the account
        back, but we want to know:{' '}
        {contact === undefined ? (
          <>
            tell somebody at {siteName}, <EmailAddress of={publicUrl} />. Nobody reads an answer to this mail.
          </>
        ) : (
          <>
            write to <EmailAddress of={contact} />.
          </>
        )}
      </EmailParagraph>
    </EmailLayout>
  )
}
