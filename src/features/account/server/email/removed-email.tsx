import { useSiteName } from '~/design/site-name'
import { EmailAddress } from '~/design/email/email-address'
import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

export const removedSubject = 'Your account is deleted'

/**
 * Email to the owner of a deleted account. `at` is in UTC. `contact` is the site's contact address, if one is set.
 */
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
      preview="This is our last email to you."
      stock="bone"
      headline="Your account is deleted."
      lead={`Your account was deleted on ${at}. This is our last email to you: we no longer store this address.`}
      reason="You get this email because the account with this address was deleted."
    >
      <EmailParagraph>
        Tickets you hold stay valid for entry. We keep orders and past bookings in our records, without your
        name.
      </EmailParagraph>
      <EmailParagraph small>
        Not you? Someone may be reading your email: change your email password. We can’t restore the account,
        but please report it:{' '}
        {contact === undefined ? (
          <>
            contact the team at {siteName}, <EmailAddress of={publicUrl} />. Replies to this email aren’t
            read.
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
