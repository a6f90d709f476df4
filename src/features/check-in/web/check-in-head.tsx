import { ArrowLeft, CloudOff } from 'lucide-react'
import { AnchorButton } from '~/design/link-button'
import { Icon } from '~/design/icon'
import { pluralize } from '~/lib/pluralize'
import { formatClock, formatShortDay } from '~/lib/time'
import type { CheckInList } from '../contract'
import styles from './check-in.module.css'

type HeadEvent = Pick<CheckInList['event'], 'title' | 'startsAt' | 'timezone' | 'venueName'>

interface CheckInHeadProps {
  event: HeadEvent
  inside: number
  expected: number
  entrance: string | undefined
  back: string
  /** Returns true if leaving needs a confirmation first. */
  onLeave: () => boolean
  onEntrance: () => void
}

export function CheckInHead({
  event,
  inside,
  expected,
  entrance,
  back,
  onLeave,
  onEntrance,
}: CheckInHeadProps) {
  const where = [formatShortDay(event.startsAt, event.timezone), event.venueName].filter(Boolean).join(', ')
  return (
    <header className={styles.head}>
      {/* A full page load: other pages have stricter permissions than this one. */}
      <AnchorButton
        variant="ghost"
        iconOnly
        href={back}
        aria-label="Leave check-in"
        onClick={(event) => onLeave() && event.preventDefault()}
      >
        <Icon of={ArrowLeft} />
      </AnchorButton>
      <button type="button" className={styles.event} onClick={onEntrance} aria-haspopup="dialog">
        <b className="bold">{event.title}</b>
        <span className="small muted">
          {where}
          {entrance ? `, ${entrance}` : ''}
        </span>
      </button>
      <p className={styles.count}>
        <b>{inside.toLocaleString('en-US')}</b>{' '}
        <span className="faint small">of {expected.toLocaleString('en-US')} in</span>
      </p>
    </header>
  )
}

export function OfflineStrip({ queued, listAt, zone }: { queued: number; listAt: number; zone: string }) {
  return (
    <output className={styles.offline}>
      <Icon of={CloudOff} />
      Offline
      <span>
        {describeOffline(queued, listAt > 0 ? formatClock(new Date(listAt).toISOString(), zone) : null)}
      </span>
    </output>
  )
}

/** @param listClock when the list was loaded; null without a list */
function describeOffline(queued: number, listClock: string | null): string {
  if (queued === 0) return listClock === null ? 'No list yet' : `List from ${listClock}`
  const scans = pluralize(queued, 'scan')
  return listClock === null ? `${scans} queued, no list yet` : `${scans} queued, list from ${listClock}`
}
