import type { ReactNode } from 'react'
import { LinkButton } from '~/design/link-button'
import styles from '../request-invite.module.css'

type MembersOnlyProps = {
  /** The members' area is open to all, and this person came with a code. */
  isOpen: boolean
  /** The field for the code. */
  form: ReactNode
  /** The account that is signed in, and a button to sign out. */
  person: ReactNode
}

/** Replaces the members' area for people without an invitation: the field for a code, and their tickets. */
export function MembersOnly({ isOpen, form, person }: MembersOnlyProps) {
  return (
    <>
      <div>
        <h1 className="title-1">{isOpen ? 'Become a member' : 'Members only'}</h1>
        <p className="muted">
          {isOpen
            ? 'Your code makes you a member, and whoever gave it to you the one who let you in.'
            : 'Whoever is in here was let in by somebody. With a code you are in at once.'}
        </p>
      </div>
      {form}
      <div className={styles.noCode}>
        <p className="small muted">No code? Tell us what you do and who knows you.</p>
        <div className="row wrap">
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
