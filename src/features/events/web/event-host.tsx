import { ArrowRight } from 'lucide-react'
import { Avatar } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { Verified } from '~/design/verified'
import { formatClock } from '~/lib/time'
import type { EventDetail } from '../contract'
import styles from './event-page.module.css'

type HostProps = { event: Pick<EventDetail, 'host' | 'lineUp' | 'timezone'> }

/** 'Featuring': the host with their biography, then the rest of the line-up. */
export function EventHost({ event }: HostProps) {
  const { host } = event
  const isHostSlot = (slot: EventDetail['lineUp'][number]) => slot.djId !== null && slot.djId === host?.id
  const others = event.lineUp.filter((slot) => !isHostSlot(slot))
  const hostStarts = event.lineUp.flatMap((slot) =>
    isHostSlot(slot) && slot.startsAt ? [formatClock(slot.startsAt, event.timezone)] : [],
  )
  if (!host && others.length === 0) return null
  return (
    <section className={styles.featuring} aria-labelledby="featuring">
      <h2 className="title-2" id="featuring">
        Featuring
      </h2>
      {host && <Host host={host} starts={hostStarts} />}
      {others.length > 0 && (
        <ul className={styles.lineUp}>
          {others.map((slot) => (
            <li key={`${slot.name} ${slot.startsAt}`}>
              {slot.djId === null ? (
                <b className="bold">{slot.name}</b>
              ) : (
                <a className="link" href={`/dj/${slot.djId}`}>
                  {slot.name}
                </a>
              )}
              {slot.startsAt && <span className="faint">{formatClock(slot.startsAt, event.timezone)}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** `starts` are the clock times of the host's own sets. */
function Host({ host, starts }: { host: NonNullable<EventDetail['host']>; starts: readonly string[] }) {
  const content = (
    <>
      <Avatar id={host.id} name={host.name} imageUrl={host.avatarUrl} size={72} />
      <div>
        <p className={classNames('title-3 row', styles.hostName)}>
          {host.name} {host.isVerified && <Verified />}
        </p>
        {starts.length > 0 && <p className="small faint">Plays at {starts.join(' and ')}</p>}
        {host.bio && <p className="muted">{host.bio}</p>}
        {host.isPublic && (
          <span className={classNames('arrow-link small', styles.profileLink)}>
            View profile <Icon of={ArrowRight} />
          </span>
        )}
      </div>
    </>
  )
  return host.isPublic ? (
    <a className={styles.host} href={`/dj/${host.id}`}>
      {content}
    </a>
  ) : (
    <div className={styles.host}>{content}</div>
  )
}
