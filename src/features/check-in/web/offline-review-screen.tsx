import { CloudCheck } from 'lucide-react'
import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { pluralize } from '~/lib/pluralize'
import { formatClock } from '~/lib/time'
import type { DuplicateCheckIn } from '../contract'
import styles from './check-in.module.css'

interface MergeScreenProps {
  back: { scans: number; entrances: string[] } | undefined
  duplicates: readonly DuplicateCheckIn[]
  zone: string
  onSeen: (nonce: string) => void
  onGoOn: () => void
}

// A status role instead of an output element, which may not contain paragraphs and buttons.
const announced = { role: 'status' } as const

/** Shown after being offline: the scans that were sent, and who was checked in twice. */
export function OfflineReviewScreen({ back, duplicates, zone, onSeen, onGoOn }: MergeScreenProps) {
  return (
    <div className={styles.scrollArea}>
      {back && (
        <Note icon={CloudCheck} {...announced} className={styles.backOnline}>
          <b className="bold">Back online.</b> {describeOfflineScans(back)}
        </Note>
      )}
      <h2 className="title-3">Scanned twice while offline</h2>
      <p className="small muted">Only the first scan counts. You may want to talk to these people.</p>
      <ul className={styles.list}>
        {duplicates.map((duplicate) => (
          <li key={duplicate.nonce}>
            <span>
              <b className="bold">{duplicate.name}</b>
              <span className="small muted code">{duplicate.number ?? 'Guest list'}</span>
              <span className="small">{describeScans(duplicate, zone)}</span>
            </span>
            <Button
              size="sm"
              aria-label={`Mark as seen, ${duplicate.name}`}
              onClick={() => onSeen(duplicate.nonce)}
            >
              Mark as seen
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="solid" full className={styles.continue} onClick={onGoOn}>
        Continue scanning
      </Button>
    </div>
  )
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

/** Formats `14 queued scans were sent, from two entrances.` */
export function describeOfflineScans({ scans, entrances }: { scans: number; entrances: string[] }): string {
  if (entrances.length <= 1) return pluralize(scans, 'queued scan was sent.', 'queued scans were sent.')
  const count = numbers[entrances.length] ?? entrances.length
  return pluralize(
    scans,
    `queued scan was sent, from ${count} entrances.`,
    `queued scans were sent, from ${count} entrances.`,
  )
}

const reasonTexts = {
  duplicate: '',
  refunded: 'Refunded meanwhile. ',
  cancelled: 'Canceled meanwhile. ',
  transferred: 'Transferred meanwhile. ',
} as const

/** Formats `Front 23:58, side 00:03`. */
export function describeScans(
  { scans, reason }: Pick<DuplicateCheckIn, 'scans' | 'reason'>,
  zone: string,
): string {
  const list = scans
    .map(
      ({ entrance, at }) =>
        `${entrance === '' ? 'unnamed entrance' : lower(entrance)} ${formatClock(at, zone)}`,
    )
    .join(', ')
  return reasonTexts[reason] + list.charAt(0).toUpperCase() + list.slice(1)
}

const lower = (entrance: string): string => entrance.charAt(0).toLowerCase() + entrance.slice(1)
