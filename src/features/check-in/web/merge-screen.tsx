import { CloudCheck } from 'lucide-react'
import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { countOf } from '~/lib/count-of'
import { formatClock } from '~/lib/time'
import type { DoorDouble } from '../contract'

interface MergeScreenProps {
  back: { scans: number; doors: string[] } | undefined
  doubles: readonly DoorDouble[]
  zone: string
  onSeen: (nonce: string) => void
  onGoOn: () => void
}

// A note holds more than an output may.
const told = { role: 'status' } as const

/** What came of the time without a network: what is in, and who was let in twice. */
export function MergeScreen({ back, doubles, zone, onSeen, onGoOn }: MergeScreenProps) {
  return (
    <div className="door-scroll">
      {back && (
        <Note icon={CloudCheck} {...told} className="door-back">
          <b className="b">Back online.</b> {backWords(back)}
        </Note>
      )}
      <h2 className="t3">Scanned twice while offline</h2>
      <p className="small m2">The first scan counts. Have a word if you care to.</p>
      <ul className="door-list">
        {doubles.map((double) => (
          <li key={double.nonce}>
            <span>
              <b className="b">{double.name}</b>
              <span className="small m2 code">{double.number ?? 'Guest list'}</span>
              <span className="small">{scanWords(double, zone)}</span>
            </span>
            <Button size="sm" aria-label={`Seen, ${double.name}`} onClick={() => onSeen(double.nonce)}>
              Seen
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="solid" full className="go-on" onClick={onGoOn}>
        Go on scanning
      </Button>
    </div>
  )
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

/** `14 queued scans are in, from two doors.` */
export function backWords({ scans, doors }: { scans: number; doors: string[] }): string {
  const what = `${countOf(scans, 'queued scan')} ${scans === 1 ? 'is' : 'are'} in`
  return doors.length > 1 ? `${what}, from ${numbers[doors.length] ?? doors.length} doors.` : `${what}.`
}

const whys = {
  again: '',
  refunded: 'Refunded meanwhile. ',
  cancelled: 'Cancelled meanwhile. ',
  passed_on: 'Passed on meanwhile. ',
} as const

/** `Front 23:58, side 00:03` */
export function scanWords({ scans, why }: Pick<DoorDouble, 'scans' | 'why'>, zone: string): string {
  const list = scans
    .map(({ door, at }) => `${door === '' ? 'a door' : lower(door)} ${formatClock(at, zone)}`)
    .join(', ')
  return whys[why] + list.charAt(0).toUpperCase() + list.slice(1)
}

const lower = (door: string): string => door.charAt(0).toLowerCase() + door.slice(1)
