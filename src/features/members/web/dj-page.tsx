import { BadgeCheck, MapPin, Pencil } from 'lucide-react'
import { type CSSProperties, Fragment, type ReactNode, useEffect } from 'react'
import { Badge } from '~/design/badge'
import { Flyer } from '~/design/flyer/flyer'
import { AnchorButton } from '~/design/link-button'
import { Note } from '~/design/note'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import { splitParagraphs } from '~/lib/paragraphs'
import { formatMoney } from '~/lib/money'
import { formatCount } from '~/lib/count'
import { classNames } from '~/design/class-names'
import type { DjDetail } from '../contract-shapes'
import { parseEquipment } from '../rules/equipment'
import { formatAvailability } from '../rules/weekday'
import { measureLongestWord, splitName, getDjPaperStock } from './dj-cover'
import { members } from './queries'
import styles from './dj-page.module.css'
import { DjEvents } from './dj-events'
import { DjContact } from './dj-contact'
import { SocialLinks } from './social-links'

type DjAsideProps = { dj: DjDetail; isSignedIn: boolean; availability: ReactNode }

type DjPageProps = {
  dj: DjDetail
  isSignedIn: boolean
  nav?: ReactNode
  /** The buttons Book Now and Connect; a DJ's own page shows Edit profile instead. */
  actions?: ReactNode
  availability?: ReactNode
  reviews?: ReactNode
}

export function DjPage({ dj, isSignedIn, nav, actions, availability, reviews }: DjPageProps) {
  useRecordProfileView(dj.id)
  const stock = getDjPaperStock(dj)
  return (
    <>
      {nav}
      <main id="main">
        <div className={classNames(`sheet stock-${stock}`, styles.poster)}>
          <div className="page-width" style={{ paddingTop: '.5rem' }}>
            <BackAndHomeLinks className={styles.back}>
              <BackLink to="/discover">Back</BackLink>
            </BackAndHomeLinks>
          </div>
          <div className={styles.picture}>
            <Flyer
              title={dj.name}
              imageUrl={dj.avatarUrl}
              ratio={660 / 560}
              stock={stock}
              hasTitle={false}
              eager
            />
          </div>
          <div className={classNames('page-width', styles.hero)}>
            <div className={styles.intro}>
              <div className={classNames('row wrap', styles.badges)}>
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
              <DjName name={dj.name} />
              <div className="row wrap" id="reach" data-client-links>
                {dj.isSelf ? <EditProfileLink /> : actions}
              </div>
            </div>
          </div>
        </div>
        <div className="page-width">
          {!dj.isPublic && (
            <Note className={styles.hiddenNote}>
              Only you can see this page, because your profile is hidden. You can show it under Edit profile.
            </Note>
          )}
          <DjFacts dj={dj} />
          <div className={styles.columns} data-client-links>
            <DjAbout dj={dj} />
            <DjAside dj={dj} isSignedIn={isSignedIn} availability={availability} />
            {reviews && <div>{reviews}</div>}
          </div>
        </div>
      </main>
    </>
  )
}

function DjName({ name }: { name: string }) {
  const lines = splitName(name)
  const longest = Math.max(...lines.map((line) => line.length))
  return (
    <h1
      className={classNames(styles.name, longest > 18 && styles.longName)}
      style={{ '--chars': longest, '--word': measureLongestWord(name) } as CSSProperties}
    >
      {lines.map((line) => (
        <Fragment key={line}>
          <span>{line}</span>{' '}
        </Fragment>
      ))}
    </h1>
  )
}

function EditProfileLink() {
  return (
    <AnchorButton variant="primary" size="lg" icon={Pencil} href="/dashboard/profile">
      Edit profile
    </AnchorButton>
  )
}

// Recorded in the browser rather than on the server: crawlers and preloaded links don’t count as views.
function useRecordProfileView(id: string): void {
  useEffect(() => {
    // A failed view count must not show an error.
    members.recordView.call({ id }).catch(() => undefined)
  }, [id])
}

function DjAbout({ dj }: { dj: DjDetail }) {
  return (
    <div className={classNames('stack', styles.about)}>
      {dj.bio && (
        <section className={styles.bio}>
          <h2 className="title-2">Bio</h2>
          <div className="prose lead">
            {splitParagraphs(dj.bio).map(({ at, text }) => (
              <p key={at}>{text}</p>
            ))}
          </div>
        </section>
      )}
      <DjEvents title="Upcoming Events" events={dj.upcomingEvents} empty="No upcoming events." />
      {dj.pastEvents.length > 0 && <DjEvents title="Past Events" events={dj.pastEvents} isPast />}
      <DjEquipment equipment={dj.equipment} />
    </div>
  )
}

function DjAside({ dj, isSignedIn, availability }: DjAsideProps) {
  return (
    <aside className={classNames('stack', styles.aside)} aria-label={`Reaching ${dj.name}`}>
      {availability}
      <DjContact dj={dj} isSignedIn={isSignedIn} className={styles.contact} />
      <SocialLinks links={dj.socialLinks} className={styles.links} />
    </aside>
  )
}

function DjEquipment({ equipment }: { equipment: readonly string[] }) {
  if (equipment.length === 0) return null
  return (
    <section>
      <h2 className="title-2">Equipment</h2>
      <ul className={styles.equipment}>
        {equipment.map((line) => {
          const { count, item } = parseEquipment(line)
          return (
            <li key={line}>
              {count && <b>{count}</b>}
              <span>{item}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function DjFacts({ dj }: { dj: DjDetail }) {
  return (
    <dl className={classNames('cells', styles.facts)}>
      <div>
        <dt>Rate per event</dt>
        <dd className={classNames('figure', dj.rateCents === null && dj.priceRange !== null && styles.words)}>
          {formatRate(dj)}
        </dd>
      </div>
      <div>
        <dt>Rating</dt>
        <dd className="figure">{dj.rating === null ? 'New' : dj.rating.toFixed(1)}</dd>
      </div>
      <div>
        <dt>Bookings</dt>
        <dd className="figure">{formatCount(dj.bookings)}</dd>
      </div>
      <div>
        <dt>Available days</dt>
        <dd className={classNames('figure', styles.words)}>
          {formatAvailability(dj.availabilityDays) ?? 'Ask'}
        </dd>
      </div>
    </dl>
  )
}

/** Formats a DJ’s rate as `$1,200`, with cents only if there are any. */
function formatRate({ rateCents, priceRange }: DjDetail): string {
  return rateCents === null ? (priceRange ?? 'Ask') : formatMoney(rateCents, 'USD').replace(/\.00$/u, '')
}
