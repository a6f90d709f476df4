import { Chip, ChipGroup } from '~/design/chip'
import { formatShortDay } from '~/lib/time'

/** Days to go to instead: pressing one takes it. */
export function FreeDays(props: { days: readonly string[]; picked: string; onPick: (day: string) => void }) {
  const { days, picked, onPick } = props
  return (
    <div className="free-days">
      <p className="lab" aria-hidden="true">
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
