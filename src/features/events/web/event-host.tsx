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
  const others = event.lineUp.filter((slot) => slot.djId === null || slot.djId !== host?.id)
  if (!host && others.length === 0) return null
  return (
    <section className={styles.featuring} aria-labelledby="featuring">
      <h2 className="title-2" id="featuring">
        Featuring
      </h2>
      {host && <Host host={host} />}
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

function Host({ host }: { host: NonNullable<EventDetail['host']> }) {
  const words = (
    <>
      <Avatar id={host.id} name={host.name} imageUrl={host.avatarUrl} size={72} />
      <div>
        <p className={classNames('title-3 row', styles.hostName)}>
          {host.name} {host.isVerified && <Verified />}
        </p>
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
      {words}
    </a>
  ) : (
    <div className={styles.host}>{words}</div>
  )
}
