import type { ReactNode } from 'react'
import { LinkButton } from '~/design/link-button'
import './members-only.css'

type MembersOnlyProps = {
  /** The members' area is open to everybody, and this person came with a code. */
  isOpen: boolean
  /** The field for the code. */
  form: ReactNode
  /** Who is signed in, and how to be somebody else. */
  person: ReactNode
}

/** What stands in the place of the members' area for whoever nobody has let in yet: how they come in, and what is theirs. */
export function MembersOnly({ isOpen, form, person }: MembersOnlyProps) {
  return (
    <>
      <div>
        <h1 className="t1">{isOpen ? 'Become a member' : 'Members only'}</h1>
        <p className="m2">
          {isOpen
            ? 'Your code makes you a member, and whoever gave it to you the one who let you in.'
            : 'Whoever is in here was let in by somebody. With a code you are in at once.'}
        </p>
      </div>
      {form}
      <div className="mo-else">
        <p className="small m2">No code? Tell us what you do and who knows you.</p>
        <div className="row wrapf">
          <LinkButton to="/request-invite">Request Invite</LinkButton>
          <LinkButton to="/customer/dashboard" variant="ghost">
            My tickets
          </LinkButton>
        </div>
      </div>
      {person}
    </>
  )
}
