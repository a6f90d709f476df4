import { CalendarX, CloudCheck, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '~/design/button'
import { Icon } from '~/design/icon'
import { pluralize } from '~/lib/pluralize'
import type { CheckInList } from '../contract'
import styles from './check-in.module.css'
import { describeOfflineScans } from './offline-review-screen'

const READ_MS = 8000

/** After a phone reconnects without conflicts, this note is shown for 8 seconds. It does not interrupt the work. */
export function BackOnlineNote({
  back,
  onRead,
}: {
  back: { scans: number; entrances: string[] }
  onRead: () => void
}) {
  useEffect(() => {
    const timer = setTimeout(onRead, READ_MS)
    return () => clearTimeout(timer)
  }, [onRead])
  return (
    <output className={styles.notice}>
      <Icon of={CloudCheck} />
      <span>
        <b className="bold">Back online.</b> {describeOfflineScans(back)}
      </span>
    </output>
  )
}

export function DuplicatesStrip({ count, onReview }: { count: number; onReview: () => void }) {
  return (
    <p className={styles.notice}>
      <Icon of={TriangleAlert} />
      <span>{pluralize(count, 'person', 'people')} admitted twice</span>
      <Button size="sm" onClick={onReview}>
        Review
      </Button>
    </p>
  )
}

export function NoStorageStrip() {
  return (
    <output className={styles.notice}>
      <Icon of={TriangleAlert} />
      <span>This browser blocks storage. Leave this page open while you’re offline.</span>
    </output>
  )
}

const off = {
  cancelled: ['Canceled.', 'This event is canceled. No ticket is valid.'],
  no_date: ['Postponed.', 'This event has no new date yet. Tickets are valid once it has one.'],
} as const

/** Says that the event doesn't take place, before anyone scans a ticket. */
export function EventOffStrip({ state }: { state: CheckInList['event']['state'] }) {
  if (state === 'on') return null
  const [outcome, detail] = off[state]
  return (
    <p className={styles.notice}>
      <Icon of={CalendarX} />
      <span>
        <b className="bold">{outcome}</b> {detail}
      </span>
    </p>
  )
}
