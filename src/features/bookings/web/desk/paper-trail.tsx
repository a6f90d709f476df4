import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { formatShort } from '~/lib/time'
import type { BookingDetail } from '../../contract-shapes'
import { nameOf } from './booking-words'
import { readTrail, type TrailEntry } from './read-trail'
import './paper-trail.css'

type PaperTrailProps = {
  booking: Pick<BookingDetail, 'trail' | 'steps' | 'terms'>
  /** A step that is being written: it stands on top, as the next number. */
  next?: ReactNode | undefined
  /** Said once for all times, when the reader's clocks differ. */
  zoneNote?: string | undefined
}

/** What was said, newest first. Each step prints only what it changed. */
export function PaperTrail({ booking, next, zoneNote }: PaperTrailProps) {
  return (
    <section aria-labelledby="trail">
      <h2 className="t2" id="trail">
        Paper trail
      </h2>
      <ol className="trail" reversed>
        {next && (
          <li>
            <p className="no" aria-hidden="true">
              {booking.steps + 1}
            </p>
            {next}
          </li>
        )}
        {readTrail(booking.trail).map((entry) => (
          <Step key={entry.step.position} entry={entry} zone={booking.terms.timezone} />
        ))}
      </ol>
      <p className="small m3 foot-note">
        Nothing on this page can be edited or removed, by anyone.
        {zoneNote && ` All times are ${zoneNote}.`}
      </p>
    </section>
  )
}

function Step({ entry: { step, title, changes, note }, zone }: { entry: TrailEntry; zone: string }) {
  return (
    <li>
      <p className="no" aria-hidden="true">
        {step.position}
      </p>
      <div>
        <h3 className="t3">{title}</h3>
        <p className="small m2 by">
          {(step.actor || step.kind === 'request' || step.kind === 'offer') && (
            <>
              <Avatar
                id={step.actor?.id}
                name={nameOf(step.actor)}
                imageUrl={step.actor?.avatarUrl}
                size={24}
              />
              <b className="b">{nameOf(step.actor)}</b>
            </>
          )}
          <time dateTime={step.at}>{formatShort(step.at, zone)}</time>
        </p>
        {changes.length > 0 && (
          <dl className="led">
            {changes.map(({ label, was, is }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {was !== null && (
                    <>
                      <del>{was}</del>
                      <span className="sr"> became </span>
                    </>
                  )}
                  <ins>{is ?? 'None'}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {note && <p className="small m3">{note}</p>}
        {step.message && <blockquote>{step.message}</blockquote>}
      </div>
    </li>
  )
}
