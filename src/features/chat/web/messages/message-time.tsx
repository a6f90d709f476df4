import { useReaderZone } from '~/design/use-reader-zone'
import { formatClock } from '~/lib/time'
import { formatFullTime } from '../../rules/day-separators'
import styles from './message-list.module.css'

/**
 * Shows `20:41` in the reader's time zone, in full on hover. Until the zone is known, an invisible time reserves the
 * space.
 */
export function MessageTime({ at }: { at: string }) {
  const zone = useReaderZone()
  return (
    <time
      dateTime={at}
      title={zone && formatFullTime(at, zone)}
      className={zone ? undefined : styles.unknownTime}
    >
      {formatClock(at, zone ?? 'UTC')}
    </time>
  )
}
