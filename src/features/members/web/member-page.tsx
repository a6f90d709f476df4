import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { EmptyState } from '~/design/empty-state'
import { Icon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import { Verified } from '~/design/verified'
import { VisuallyHidden } from '~/design/visually-hidden'
import { paragraphsOf } from '~/lib/paragraphs'
import type { MemberDetail } from '../contract-shapes'
import { memberTypeLabel } from '../rules/member-type'
import { DjContact } from './dj-contact'
import { DjEvents } from './dj-events'
import './member-page.css'

type MemberPageProps = {
  member: MemberDetail
  /** How the reader stands to them; on one's own page Edit Profile takes its place. */
  actions?: ReactNode
  mutual?: ReactNode
  reviews?: ReactNode
}

/** Somebody of the network, as other members see them. */
export function MemberPage({ member, actions, mutual, reviews }: MemberPageProps) {
  const { name, fullName, memberTypes, location, contact, socialLinks, upcomingEvents, bio } = member
  const facts = [fullName, memberTypes.map(memberTypeLabel).join(', '), location].filter(Boolean)
  const hasContact = contact.email !== null || contact.phone !== null || contact.keptFor !== null
  return (
    <article className="mbp" data-client-links>
      <header className="mbp-head">
        <Avatar id={member.id} name={name} imageUrl={member.avatarUrl} size={112} />
        <div className="stack" style={{ gap: '.75rem' }}>
          <h1 className="t1 row wrapf" style={{ gap: '.5rem' }}>
            {name}
            {member.isVerified && <Verified />}
          </h1>
          {facts.length > 0 && <p className="m2">{facts.join(' · ')}</p>}
          <div className="row wrapf" id="reach">
            {member.isSelf ? <AnchorButton href="/dashboard/profile">Edit Profile</AnchorButton> : actions}
            {member.isDj && <AnchorButton href={`/dj/${member.id}`}>DJ page</AnchorButton>}
          </div>
        </div>
      </header>
      {mutual}
      {bio !== null && (
        <section>
          <h2 className="t2">Bio</h2>
          <div className="prose">
            {paragraphsOf(bio).map(({ at, text }) => (
              <p key={at}>{text}</p>
            ))}
          </div>
        </section>
      )}
      {hasContact && <DjContact dj={member} isSignedIn />}
      {socialLinks.length > 0 && (
        <section>
          <h2 className="t2">Social links</h2>
          <div className="chips">
            {socialLinks.map(({ label, url }) => (
              <a
                className="chip"
                key={`${label} ${url}`}
                href={url}
                rel="noreferrer nofollow"
                target="_blank"
              >
                {label} <Icon of={ArrowUpRight} />
                <VisuallyHidden>, opens in a new tab</VisuallyHidden>
              </a>
            ))}
          </div>
        </section>
      )}
      {upcomingEvents.length > 0 && <DjEvents title="Upcoming Events" events={upcomingEvents} />}
      {reviews}
    </article>
  )
}

/** For an address that never was a member, and one who is not shown, alike. */
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
