import { Chip, ChipGroup } from '~/design/chip'
import { formatShortDay } from '~/lib/time'
import styles from './terms.module.css'

/** Buttons for free days that can be chosen instead of a booked one. */
export function FreeDays(props: { days: readonly string[]; picked: string; onPick: (day: string) => void }) {
  const { days, picked, onPick } = props
  return (
    <div className={styles.freeDays}>
      <p className="label" aria-hidden="true">
        Nearest free days
      </p>
      <ChipGroup label="Nearest free days">
        {days.map((day) => (
          <Chip key={day} pressed={day === picked} onClick={() => onPick(day)}>
            {formatShortDay(`${day}T12:00:00Z`, 'UTC')}
          </Chip>
        ))}
      </ChipGroup>
    </div>
  )
}
