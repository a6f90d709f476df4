import { BadgeCheck, MapPin, Pencil } from 'lucide-react'
import { type CSSProperties, Fragment, type ReactNode, useEffect } from 'react'
import { Badge } from '~/design/badge'
import { Flyer } from '~/design/flyer/flyer'
import { AnchorButton } from '~/design/link-button'
import { Note } from '~/design/note'
import { BackLink, Crumb } from '~/design/page-head'
import { paragraphsOf } from '~/lib/paragraphs'
import { formatDollars } from '~/lib/money'
import { formatCount } from '~/lib/count'
import { classNames } from '~/design/class-names'
import type { DjDetail } from '../contract-shapes'
import { readEquipment } from '../rules/equipment'
import { availabilityWords } from '../rules/weekday'
import { nameLines, stockOfDj } from './dj-stock'
import { members } from './queries'
import './dj-page.css'
import { DjEvents } from './dj-events'
import { DjContact } from './dj-contact'
import { SocialLinks } from './social-links'

type DjAsideProps = { dj: DjDetail; isSignedIn: boolean; availability: ReactNode }

type DjPageProps = {
  dj: DjDetail
  isSignedIn: boolean
  /** The site's bar, on a sheet of the same paper that this page goes on with. */
  nav?: ReactNode
  /** Book Now and Connect; on one's own page Edit profile takes their place. */
  actions?: ReactNode
  availability?: ReactNode
  reviews?: ReactNode
}

/** P-01 */
export function DjPage({ dj, isSignedIn, nav, actions, availability, reviews }: DjPageProps) {
  useRecordView(dj.id)
  const stock = stockOfDj(dj)
  return (
    <>
      {nav}
      <main className="djp" id="main">
        <div className={`sheet st-${stock} top`}>
          <div className="wrap" style={{ paddingTop: '.5rem' }}>
            <Crumb>
              <BackLink to="/discover">Back</BackLink>
            </Crumb>
          </div>
          <div className="dj-a">
            <Flyer
              title={dj.name}
              imageUrl={dj.avatarUrl}
              ratio={660 / 560}
              stock={stock}
              hasTitle={false}
              eager
            />
          </div>
          <div className="wrap hero">
            <div className="nm">
              <div className="row wrapf badges">
                {dj.genres.map((genre) => (
                  <Badge key={genre}>{genre}</Badge>
                ))}
                {dj.location && (
                  <Badge tone="outline" icon={MapPin}>
                    {dj.location}
                  </Badge>
                )}
                {dj.isVerified && (
                  <Badge tone="outline" icon={BadgeCheck}>
                    Verified
                  </Badge>
                )}
              </div>
              <Name name={dj.name} />
              <div className="row wrapf" id="reach" data-client-links>
                {dj.isSelf ? <EditProfile /> : actions}
              </div>
            </div>
          </div>
        </div>
        <div className="wrap">
          {!dj.isPublic && (
            <Note className="own-note">
              Only you see this page: your profile is hidden. You can show it under Edit profile.
            </Note>
          )}
          <DjFacts dj={dj} />
          <div className="pg" data-client-links>
            <DjAbout dj={dj} />
            <DjAside dj={dj} isSignedIn={isSignedIn} availability={availability} />
            {reviews && <div className="revs">{reviews}</div>}
          </div>
        </div>
      </main>
    </>
  )
}

function Name({ name }: { name: string }) {
  const lines = nameLines(name)
  const longest = Math.max(...lines.map((line) => line.length))
  return (
    <h1 className={longest > 18 ? 'is-long' : undefined} style={{ '--chars': longest } as CSSProperties}>
      {lines.map((line) => (
        <Fragment key={line}>
          <span>{line}</span>{' '}
        </Fragment>
      ))}
    </h1>
  )
}

function EditProfile() {
  return (
    <AnchorButton variant="primary" size="lg" icon={Pencil} href="/dashboard/profile">
      Edit profile
    </AnchorButton>
  )
}

// From the browser, not while rendering: crawlers and preloaded links don't count as views.
function useRecordView(id: string): void {
  useEffect(() => {
    // An uncounted view is no reason for an error on the page.
    members.recordView.call({ id }).catch(() => undefined)
  }, [id])
}

/** Who they are, where they play and played, and what they play on. */
function DjAbout({ dj }: { dj: DjDetail }) {
  return (
    <div className="stack about">
      {dj.bio && (
        <section>
          <h2 className="t2">Bio</h2>
          <div className="prose lead">
            {paragraphsOf(dj.bio).map(({ at, text }) => (
              <p key={at}>{text}</p>
            ))}
          </div>
        </section>
      )}
      <DjEvents title="Upcoming Events" events={dj.upcomingEvents} empty="Nothing announced yet." />
      {dj.pastEvents.length > 0 && <DjEvents title="Past Events" events={dj.pastEvents} isPast />}
      <DjEquipment equipment={dj.equipment} />
    </div>
  )
}

/** When they play, how to reach them, where to hear them. */
function DjAside({ dj, isSignedIn, availability }: DjAsideProps) {
  return (
    <aside className="stack" aria-label={`Reaching ${dj.name}`}>
      {availability}
      <DjContact dj={dj} isSignedIn={isSignedIn} />
      <SocialLinks links={dj.socialLinks} className="socials" />
    </aside>
  )
}

function DjEquipment({ equipment }: { equipment: readonly string[] }) {
  if (equipment.length === 0) return null
  return (
    <section>
      <h2 className="t2">Equipment</h2>
      <ul className="rig">
        {equipment.map((line) => {
          const { count, what } = readEquipment(line)
          return (
            <li key={line}>
              {count && <b>{count}</b>}
              <span>{what}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function DjFacts({ dj }: { dj: DjDetail }) {
  return (
    <dl className="cells facts4">
      <div>
        <dt>Rate per event</dt>
        <dd className={classNames('fig', dj.rateCents === null && dj.priceRange !== null && 'words')}>
          {rateOf(dj)}
        </dd>
      </div>
      <div>
        <dt>Rating</dt>
        <dd className="fig">{dj.rating === null ? 'New' : dj.rating.toFixed(1)}</dd>
      </div>
      <div>
        <dt>Bookings</dt>
        <dd className="fig">{formatCount(dj.bookings)}</dd>
      </div>
      <div>
        <dt>Available days</dt>
        <dd className="fig words">{availabilityWords(dj.availabilityDays) ?? 'Ask'}</dd>
      </div>
    </dl>
  )
}

/** `$1,200`, with cents only where there are some. */
function rateOf({ rateCents, priceRange }: DjDetail): string {
  return rateCents === null ? (priceRange ?? 'Ask') : formatDollars(rateCents).replace(/\.00$/u, '')
}
