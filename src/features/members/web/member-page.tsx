import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { VerifiedBadge } from '~/design/verified-badge'
import { splitParagraphs } from '~/lib/paragraphs'
import type { MemberDetail } from '../contract-shapes'
import { getMemberTypeLabel } from '../rules/member-type'
import { DjContact } from './dj-contact'
import { DjEvents } from './dj-events'
import { SocialLinks } from './social-links'
import styles from './member-page.module.css'

type MemberPageProps = {
  member: MemberDetail
  /** The actions for other members; your own page shows Edit Profile instead. */
  actions?: ReactNode
  mutual?: ReactNode
  reviews?: ReactNode
}

/** A member's page, as other members see it. */
export function MemberPage({ member, actions, mutual, reviews }: MemberPageProps) {
  const { name, fullName, memberTypes, location, contact, socialLinks, upcomingEvents, bio } = member
  const facts = [fullName, memberTypes.map(getMemberTypeLabel).join(', '), location].filter(Boolean)
  const hasContact = contact.email !== null || contact.phone !== null || contact.restrictedTo !== null
  return (
    <article className={styles.page} data-client-links>
      <header className={styles.head}>
        <Avatar id={member.id} name={name} imageUrl={member.avatarUrl} size={112} />
        <div className="stack" style={{ gap: '.75rem' }}>
          <h1 className="title-1 row wrap" style={{ gap: '.5rem' }}>
            {name}
            {member.isVerified && <VerifiedBadge className={styles.verified} />}
          </h1>
          {facts.length > 0 && <p className="muted">{facts.join(' · ')}</p>}
          <div className="row wrap" id="reach">
            {member.isSelf ? <AnchorButton href="/dashboard/profile">Edit Profile</AnchorButton> : actions}
            {member.isDj && <AnchorButton href={`/dj/${member.id}`}>DJ page</AnchorButton>}
          </div>
        </div>
      </header>
      {mutual}
      {bio !== null && (
        <section>
          <h2 className="title-2">Bio</h2>
          <div className="prose">
            {splitParagraphs(bio).map(({ at, text }) => (
              <p key={at}>{text}</p>
            ))}
          </div>
        </section>
      )}
      {hasContact && <DjContact dj={member} isSignedIn />}
      <SocialLinks links={socialLinks} />
      {upcomingEvents.length > 0 && <DjEvents title="Upcoming Events" events={upcomingEvents} />}
      {reviews}
    </article>
  )
}

export function MemberNotFound() {
  return (
    <EmptyState
      isPageTitle
      title="Member not found"
      action={<AnchorButton href="/dashboard/members">Browse Members</AnchorButton>}
    >
      They may have left, or the link is incomplete.
    </EmptyState>
  )
}
