import type { DjDetail } from '../contract-shapes'

type DjContactProps = {
  dj: Pick<DjDetail, 'id' | 'name' | 'contact' | 'isSelf'>
  isSignedIn: boolean
  className?: string | undefined
}

/** The contact details that the viewer may see, and who may see the rest. */
export function DjContact({ dj, isSignedIn, className }: DjContactProps) {
  const { email, phone, restrictedTo } = dj.contact
  const hasAny = email !== null || phone !== null
  if (!hasAny && restrictedTo === null && dj.isSelf) return null
  return (
    <section className={className}>
      <h2 className="title-2">Contact</h2>
      {hasAny && (
        <dl className="fact-list">
          {email && (
            <div>
              <dt>Bookings</dt>
              <dd>
                <a className="link" href={`mailto:${email}`}>
                  {email}
                </a>
              </dd>
            </div>
          )}
          {phone && (
            <div>
              <dt>Phone</dt>
              <dd>
                <a className="link" href={`tel:${phone.replaceAll(/[^+\d]/gu, '')}`}>
                  {phone}
                </a>
              </dd>
            </div>
          )}
        </dl>
      )}
      {dj.isSelf && (
        <p className="muted">
          You see everything here. Others see what you allow in{' '}
          <a className="link" href="/dashboard/profile">
            your profile
          </a>
          .
        </p>
      )}
      {restrictedTo && <RestrictedNote dj={dj} isRest={hasAny} isSignedIn={isSignedIn} />}
      {!hasAny && restrictedTo === null && <p className="muted">Use Book Now to contact {dj.name}.</p>}
    </section>
  )
}

function RestrictedNote({ dj, isRest, isSignedIn }: DjContactProps & { isRest: boolean }) {
  const isForMembers = dj.contact.restrictedTo === 'members'
  const toMembers = isRest ? 'Other contact details are visible to members only.' : 'Visible to members.'
  const toConnections = isRest
    ? `Other contact details are visible only to connections of ${dj.name}.`
    : `Visible to connections of ${dj.name}.`
  return (
    <p className="muted">
      {isForMembers ? toMembers : toConnections}{' '}
      {isSignedIn ? (
        <a className="link" href={isForMembers ? '/request-invite' : '#reach'}>
          {isForMembers ? 'Request an invite' : 'Connect to see it'}
        </a>
      ) : (
        <a className="link" href={`/auth?tab=sign-in&next=${encodeURIComponent(`/dj/${dj.id}`)}`}>
          Sign in to see it
        </a>
      )}
    </p>
  )
}
