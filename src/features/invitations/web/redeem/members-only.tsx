import type { ReactNode } from 'react'
import { LinkButton } from '~/design/link-button'
import styles from '../request-invite.module.css'

type MembersOnlyProps = {
  /** Whether the members’ area is open to everyone, and the person came here with a code. */
  isOpen: boolean
  form: ReactNode
  person: ReactNode
}

export function MembersOnly({ isOpen, form, person }: MembersOnlyProps) {
  return (
    <>
      <div>
        <h1 className="title-1">{isOpen ? 'Become a member' : 'Members only'}</h1>
        <p className="muted">
          {isOpen
            ? 'This code makes you a member, invited by the person who gave it to you.'
            : 'Every member was invited by another member. Enter a code to join immediately.'}
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
